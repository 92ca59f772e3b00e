import Cryptography
import EventLoop
import SansIO
import TURN

/// A TURN client over a real socket: the client core, its link, and what has become of what was asked.
///
/// It connects and allocates by itself as soon as it is in a loop. What is asked before there is an
/// allocation waits for it. The loop lets it go when it is closed or has failed.
final class RelayClient: LoopMember {
    /// What is told at once and not kept.
    struct Callbacks {
        /// Data from a peer, valid until the call returns.
        var data: ((Endpoint, PacketBuffer) -> Void)?
        var unreachable: ((Endpoint, ICMPError) -> Void)?
    }

    var callbacks = Callbacks()
    private(set) var grant: AllocationGrant?
    private(set) var failure: RelayClientFailure?
    private(set) var isClosed = false
    /// When the server was connected to: TLS included, over UDP at once.
    private(set) var openedAt: Instant?
    private(set) var allocatedAt: Instant?
    /// Peers that are heard.
    private(set) var permitted: Set<IPAddress> = []
    private(set) var refused: [IPAddress: PeerFailure] = [:]
    /// Peers that have a channel.
    private(set) var bound: Set<Endpoint> = []
    private(set) var unbound: [Endpoint: PeerFailure] = [:]

    private let link: ClientLink
    private var core: TURNClient
    private unowned let loop: ClientLoop

    /// Opens a link to the server and joins the loop; `adjust` changes what the core is told once.
    init(
        _ access: ServerAccess,
        _ credential: LongTermCredential,
        in loop: ClientLoop,
        adjust: (inout TURNClientConfiguration) -> Void = { _ in }
    ) throws(LinkFailure) {
        var configuration = TURNClientConfiguration(transport: access.transport, credential: credential)
        adjust(&configuration)
        link = try ClientLink(access, in: loop)
        core = TURNClient(configuration: configuration, generator: SecureRandom(), at: loop.now)
        self.loop = loop
        do throws(SystemError) {
            try loop.add(self)
        } catch {
            throw .noRoute(error)
        }
        openIfReady()
    }

    /// The first relayed address.
    var relayed: Endpoint? { grant?.relayed.first }
    /// Whether it has succeeded or failed to get an allocation.
    var isSettled: Bool { grant != nil || failure != nil || isClosed }
    /// What was dropped on the way.
    var counters: ClientCounters { core.counters }

    // MARK: What can be asked

    func permit(_ addresses: [IPAddress]) { handle(.permit(addresses)) }
    func bind(_ peer: Endpoint) { handle(.bind(peer)) }
    func forget(_ address: IPAddress) { handle(.forget(address)) }

    /// Sends application data that has headroom in front; the buffer is free again when the call returns.
    func send(_ packet: PacketBuffer, to peer: Endpoint) { handle(.send(packet, to: peer)) }

    func send(_ bytes: [UInt8], to peer: Endpoint) {
        handle(.send(loop.outgoing.packet(1, copying: bytes), to: peer))
    }

    /// Deletes the allocation; `isClosed` tells the end.
    func close() {
        if link.isOpen, failure == nil { handle(.close) } else { isClosed = true }
    }

    private func handle(_ input: TURNClient.Input) {
        core.handle(input, at: loop.now)
        perform()
    }

    // MARK: In the loop

    var fileDescriptor: Int32 { link.fileDescriptor }
    var interest: Poller.Interest { link.interest }
    var isFinished: Bool { isClosed || failure != nil }

    var nextDeadline: Instant? {
        guard let link = link.deadline else { return core.nextDeadline }
        return core.nextDeadline.map { min($0, link) } ?? link
    }

    func serve(_ event: Poller.Event) {
        // A message on a stream may come in several pieces, and a datagram in the same moment as its like.
        link.serve(event) { packet in
            core.handle(.received(packet), at: loop.now)
            perform()
        }
        openIfReady()
        noteLinkFailure()
    }

    func advance(to now: Instant) {
        link.advance(to: now)
        core.advance(to: now)
        perform()
        noteLinkFailure()
    }

    private func openIfReady() {
        guard openedAt == nil, link.isOpen else { return }
        openedAt = loop.now
        handle(.opened)
    }

    private func noteLinkFailure() {
        guard failure == nil, !isClosed else { return }
        // Once there is an allocation, a router's word about one datagram does not end it.
        if let reason = link.failure ?? (grant == nil ? link.datagramFailure : nil) { fail(.link(reason)) }
    }

    private func fail(_ reason: RelayClientFailure) {
        failure = failure ?? reason
    }

    private func perform() {
        while let output = core.nextOutput() { perform(output) }
    }

    private func perform(_ output: TURNClient.Output) {
        switch output {
        case .request(let bytes):
            link.transmit(loop.outgoing.packet(0, copying: bytes), isDroppable: false)
        case .toServer(let packet): link.transmit(packet, isDroppable: true)
        case .allocated(let grant):
            self.grant = grant
            allocatedAt = loop.now
        case .failed(.disconnected): fail(.link(link.failure ?? .closedByServer))
        case .failed(let reason): fail(.allocate(reason))
        case .lost(let loss): fail(.lost(loss))
        case .permitted(let address):
            permitted.insert(address)
            refused[address] = nil
        case .permissionFailed(let address, let reason):
            permitted.remove(address)
            refused[address] = reason
        case .bound(let peer, _):
            bound.insert(peer)
            unbound[peer] = nil
        case .bindingFailed(let peer, let reason):
            bound.remove(peer)
            unbound[peer] = reason
        case .received(let peer, let packet): callbacks.data?(peer, packet)
        case .unreachable(let peer, let error): callbacks.unreachable?(peer, error)
        case .closed: isClosed = true
        }
    }
}
