internal import EventLoop
internal import Glibc
internal import Namespaces
internal import PacketCapture
internal import SansIO
internal import Scenario
internal import VirtualNetwork

/// Writes every packet of a network's interfaces into a file, on a thread of its own.
///
/// Credentials are taken out. What comes too quickly for the disk is left out and counted.
final class NetworkCapture: Sendable {
    private let ring = CaptureRing()
    private let remarks = Locked<[String]>([])
    private let isDone = Locked<Bool>(false)
    private let thread: LoopThread
    private let network: Int
    private let engine: NetworkEngine

    /// Captures from now on; throws when the file cannot be made.
    init(_ path: String, of network: LabNetwork) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw KernelError("make \(path)", code: errno) }
        let writer = try CaptureWriter(FileDescriptor(owning: descriptor), network.plan)
        (engine, self.network) = (network.engine, network.number)
        let (ring, remarks, isDone) = (ring, remarks, isDone)
        thread = try LoopThread(name: "capture") {
            while true {
                let isLast = isDone.withLock { $0 }
                writer.write(from: ring, remarks)
                if isLast { return writer.end() }
                usleep(20_000)
            }
        }
        engine.capture(self.network, into: ring)
    }

    /// Writes a remark at the next packet.
    func remark(_ text: String) {
        remarks.withLock { $0.append(text) }
    }

    /// Ends it, with all packets written.
    func end() {
        engine.capture(network, into: nil)
        isDone.withLock { $0 = true }
        thread.join()
    }
}

/// The file, used by one thread.
private final class CaptureWriter: @unchecked Sendable {
    private let output: FileDescriptor
    private var file: CaptureFile
    private let slab = PacketSlab(slotCount: 1, capacity: EngineNetwork.longestPacket)
    /// What lies between the clock of the lab and that of the day, in nanoseconds.
    private let offset: UInt64

    init(_ output: consuming FileDescriptor, _ plan: LabPlan) throws {
        self.output = output
        var interfaces = [CaptureFile.Interface](
            repeating: .init(name: "none"),
            count: plan.wiring.devices.count
        )
        var names: [(IPAddress, String)] = []
        for host in plan.hosts {
            for interface in host.interfaces {
                interfaces[interface.device].name = "\(host.name)/\(interface.name)"
                names += interface.addresses.map { ($0.address, host.name) }
            }
        }
        file = CaptureFile(interfaces)
        var day = timespec()
        clock_gettime(CLOCK_REALTIME, &day)
        offset =
            UInt64(day.tv_sec) * 1_000_000_000 + UInt64(day.tv_nsec)
            &- EventLoop.MonotonicClock.now().nanoseconds
        put(file.header(application: "castlab \(CastLab.version)", names: names))
    }

    func write(from ring: CaptureRing, _ remarks: Locked<[String]>) {
        let fresh = remarks.withLock { remarks in
            defer { remarks = [] }
            return remarks
        }
        for remark in fresh { file.remark(remark) }
        while let record = ring.take() {
            let packet = slab.packet(0, copying: record.bytes)
            Redaction.apply(to: packet)
            put(
                file.packet(
                    packet.copied,
                    on: record.device,
                    isInbound: record.isInbound,
                    at: record.time.nanoseconds &+ offset
                )
            )
        }
    }

    func end() {
        put(file.end(at: EventLoop.MonotonicClock.now().nanoseconds &+ offset))
    }

    private func put(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(output.rawValue, $0.baseAddress, $0.count) }
            // A full disk ends a capture, not a network.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
