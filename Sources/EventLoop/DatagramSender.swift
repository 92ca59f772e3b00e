internal import CLinux
internal import Glibc
public import SansIO

/// Collects datagrams of many UDP sockets and sends them in batches, in the order they were given.
///
/// Nothing is copied: the packets' memory and the sockets must live, unchanged, until `flush`. Consecutive
/// packets of one size through one socket to one destination leave as one message that the kernel cuts up
/// (UDP_SEGMENT), where it accepts that. Neither appending nor flushing allocates.
public final class DatagramSender {
    /// What became of the packets.
    public struct Counts: Hashable, Sendable {
        /// Handed to the kernel.
        public var sent: UInt64 = 0
        /// Dropped since the socket's send buffer was full.
        public var bufferFull: UInt64 = 0
        /// Dropped since they are greater than the path's MTU, "don't fragment" being asked for, or than UDP allows.
        public var tooBig: UInt64 = 0
        /// Dropped since there is no route, or the host's own firewall forbids it.
        public var unreachable: UInt64 = 0
        /// Dropped for any other reason.
        public var refused: UInt64 = 0
    }

    /// Messages and packets that are waiting for `flush`.
    struct Message {
        var descriptor: Int32
        var destination: Endpoint
        var firstPiece: Int32
        var pieceCount: Int32
        var byteCount: Int32
        /// The size of each piece but the last, which may be shorter.
        var segmentSize: Int32
        var isClosed: Bool
        var dontFragment: Bool
    }

    public private(set) var counts = Counts()
    /// Packets that wait for `flush`.
    public private(set) var pendingCount = 0

    private let capacity: Int
    private let messages: UnsafeMutablePointer<Message>
    private let headers: UnsafeMutablePointer<clx_message>
    private let controls: UnsafeMutablePointer<clx_segment_control>
    private let addresses: UnsafeMutablePointer<clx_address>
    private let pieces: UnsafeMutablePointer<clx_piece>
    private var messageCount = 0
    /// Packets up to this size are sent as segments: a size the kernel refused lowers it.
    private var segmentLimit: Int32

    /// Room for `capacity` packets; a full batch flushes by itself.
    public init(capacity: Int = 256, usesSegmentation: Bool = true) {
        precondition((1...1_024).contains(capacity))
        self.capacity = capacity
        segmentLimit = usesSegmentation ? .max : 0
        messages = .allocate(capacity: capacity)
        headers = .allocate(capacity: capacity)
        controls = .allocate(capacity: capacity)
        addresses = .allocate(capacity: capacity)
        pieces = .allocate(capacity: capacity)
        headers.initialize(repeating: clx_message(), count: capacity)
        controls.initialize(repeating: clx_segment_control(), count: capacity)
        addresses.initialize(repeating: clx_address(), count: capacity)
        pieces.initialize(repeating: clx_piece(), count: capacity)
    }

    deinit {
        messages.deallocate()
        headers.deallocate()
        controls.deallocate()
        addresses.deallocate()
        pieces.deallocate()
    }

    /// Adds a packet to the batch.
    ///
    /// With `dontFragment` the datagram carries DF (IPv4), or is never cut up at this host (IPv6).
    public func append(
        _ packet: PacketBuffer,
        to destination: Endpoint,
        through socket: UDPSocket,
        dontFragment: Bool = false
    ) {
        if pendingCount == capacity { flush() }
        let bytes = packet.base + packet.range.lowerBound
        pieces[pendingCount] = clx_piece(bytes: bytes, count: packet.count)
        defer { pendingCount += 1 }
        let size = Int32(clamping: packet.count)
        let descriptor = socket.fileDescriptor
        if messageCount > 0, joins(size, destination, descriptor, dontFragment, messages + (messageCount - 1))
        {
            let last = messages + (messageCount - 1)
            last.pointee.pieceCount += 1
            last.pointee.byteCount += size
            last.pointee.isClosed = size < last.pointee.segmentSize
            return
        }
        messages[messageCount] = Message(
            descriptor: descriptor,
            destination: destination,
            firstPiece: Int32(pendingCount),
            pieceCount: 1,
            byteCount: size,
            segmentSize: size,
            isClosed: size == 0 || size > segmentLimit,
            dontFragment: dontFragment
        )
        messageCount += 1
    }

    /// The kernel's bounds: 64 segments (UDP_MAX_SEGMENTS of older kernels), one IP packet in all.
    private func joins(
        _ size: Int32,
        _ destination: Endpoint,
        _ descriptor: Int32,
        _ dontFragment: Bool,
        _ last: UnsafePointer<Message>
    ) -> Bool {
        !last.pointee.isClosed && size > 0 && size <= last.pointee.segmentSize
            && last.pointee.descriptor == descriptor && last.pointee.pieceCount < 64
            && last.pointee.byteCount + size <= 65_000 && last.pointee.dontFragment == dontFragment
            && last.pointee.destination == destination
    }

    /// Sends everything that waits; what cannot leave is dropped and counted.
    public func flush() {
        var start = 0
        while start < messageCount {
            let descriptor = messages[start].descriptor
            let dontFragment = messages[start].dontFragment
            var end = start + 1
            while end < messageCount, messages[end].descriptor == descriptor,
                messages[end].dontFragment == dontFragment
            {
                end += 1
            }
            let family = messages[start].destination.address.family
            if dontFragment { try? UDPSocket.setDontFragment(true, descriptor, family) }
            send(start..<end, through: descriptor)
            if dontFragment { try? UDPSocket.setDontFragment(false, descriptor, family) }
            start = end
        }
        messageCount = 0
        pendingCount = 0
    }

    private func send(_ run: Range<Int>, through descriptor: Int32) {
        for index in run { prepare(index) }
        var next = run.lowerBound
        var failures = 0
        while next < run.upperBound {
            let rest = UInt32(run.upperBound - next)
            switch SystemCall.linux({ clx_sendmmsg(descriptor, headers + next, rest) }) {
            case .value(let sent):
                for index in next..<next + sent { counts.sent += UInt64(messages[index].pieceCount) }
                next += sent
                failures = 0
            case .wouldBlock:
                counts.bufferFull += UInt64(messages[next].pieceCount)
                next += 1
                failures = 0
            case .failure(let code):
                // The error may be another datagram's, which the call took off the socket: try again. Several
                // can be waiting, since each earlier packet of the batch may have met its own.
                failures += 1
                guard failures > Self.retries(after: code) else { continue }
                if messages[next].pieceCount > 1 {
                    sendPieces(of: next, refusedWith: code)
                } else {
                    count(code, 1)
                }
                next += 1
                failures = 0
            }
        }
    }

    /// How often a packet whose send failed is tried again before the failure counts as its own.
    ///
    /// Each try of a packet that is too big leaves an entry in the error queue, so that one is tried once only.
    private static func retries(after code: Int32) -> Int { code == EMSGSIZE ? 1 : 2 }

    private func prepare(_ index: Int) {
        let message = messages + index
        let length = SocketAddress.write(message.pointee.destination, to: addresses + index)
        headers[index].address = addresses + index
        headers[index].address_length = length
        headers[index].pieces = pieces + Int(message.pointee.firstPiece)
        headers[index].piece_count = Int(message.pointee.pieceCount)
        if message.pointee.pieceCount > 1 {
            let size = UInt16(clamping: message.pointee.segmentSize)
            clx_set_segment_size(headers + index, controls + index, size)
        } else {
            headers[index].control = nil
            headers[index].control_length = 0
        }
    }

    /// Sends a message that was refused as a whole packet by packet, and expects no better next time.
    ///
    /// EIO: the device lacks checksum offload. EINVAL or EMSGSIZE: a segment is greater than the MTU.
    private func sendPieces(of index: Int, refusedWith code: Int32) {
        let message = messages[index]
        switch code {
        case EINVAL, EMSGSIZE: segmentLimit = min(segmentLimit, message.segmentSize - 1)
        case EIO, EOPNOTSUPP, ENOPROTOOPT: segmentLimit = 0
        default: break
        }
        headers[index].control = nil
        headers[index].control_length = 0
        headers[index].piece_count = 1
        for piece in 0..<Int(message.pieceCount) {
            headers[index].pieces = pieces + Int(message.firstPiece) + piece
            var outcome = SystemCall.Outcome.failure(0)
            for _ in 0...Self.retries(after: 0) {
                outcome = SystemCall.linux { clx_sendmmsg(message.descriptor, headers + index, 1) }
                guard case .failure = outcome else { break }
            }
            switch outcome {
            case .value: counts.sent += 1
            case .wouldBlock: counts.bufferFull += 1
            case .failure(let code): count(code, 1)
            }
        }
    }

    private func count(_ code: Int32, _ packets: UInt64) {
        switch code {
        case EMSGSIZE: counts.tooBig += packets
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EACCES, EPERM: counts.unreachable += packets
        case ENOBUFS, ENOMEM: counts.bufferFull += packets
        default: counts.refused += packets
        }
    }
}
