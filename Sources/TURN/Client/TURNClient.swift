import STUN
public import SansIO

/// A TURN client: RFC 8656, with the long-term credentials of RFC 8489.
///
/// A core: it is told what arrived and when, and asked what to do and when to be called again.
///
///     client.handle(.opened, at: now)              // the local port is there, the connection stands
///     while let output = client.nextOutput() { … } // perform it
///     client.nextDeadline                          // then wait for a packet, or until then:
///     client.advance(to: now)
///
/// It keeps the allocation, its permissions and its channels alive by itself, until it is told to close. No
/// response is believed that is not signed, save the 401 and 438 that cannot be.
///
///            opened                 success               close
///     idle ---------> allocating -----------> allocated ---------> deleting
///      ^                | |  | close              |                 ^    |
///      |      .failed   | |  v          success   |                 |    |
///      |<---------------+ | abandoning -----------|-----------------+    |
///      |                  |  | failure            |                      |
///      |       .closed    |  v                    | .lost                | answered or not
///      +<-----------------+--+<-------------------+----------------------+ .closed
///
/// Each operation has its file: `TURNClient+Allocate`, `+Refresh`, `+CreatePermission`, `+ChannelBind`,
/// `+PeerData`; `+Requests` has what all requests have in common.
public struct TURNClient: ~Copyable {
    /// What the client is told.
    public enum Input {
        /// A new 5-tuple to the server is there: a local port, or a connection. The client allocates; what was
        /// before is forgotten.
        case opened
        /// A datagram from the server, or a piece of the stream, cut anywhere.
        case received(PacketBuffer)
        /// Peers want to be heard. What is asked before the outputs are fetched goes in one request, what is
        /// asked before there is an allocation waits for it.
        case permit([IPAddress])
        /// A peer is to have a channel, and a permission with it.
        case bind(Endpoint)
        /// A peer's permission and channels need no renewal any more; nothing is sent to it.
        case forget(IPAddress)
        /// Application data for a peer, with its headroom.
        case send(PacketBuffer, to: Endpoint)
        /// The allocation is to be deleted; `.closed` tells the end, also when there was none.
        case close
        /// The connection closed, or the local port is gone.
        case disconnected
    }

    /// What the client wants done, and what it has to tell.
    public enum Output {
        /// To the server: a request. Not to be dropped over a stream.
        case request([UInt8])
        /// To the server: application data, in the buffer of the input; it may be dropped when the server is slow.
        case toServer(PacketBuffer)
        case allocated(AllocationGrant)
        /// There is no allocation; `failure.advice` says what the owner can do.
        case failed(AllocateFailure)
        /// The peer is heard, for the first time.
        case permitted(IPAddress)
        /// The peer is not heard, or no more.
        case permissionFailed(IPAddress, PeerFailure)
        /// Packets to and from the peer go by a channel from now on.
        case bound(Endpoint, ChannelNumber)
        /// There is no channel, or no more; packets go without if there is a permission.
        case bindingFailed(Endpoint, PeerFailure)
        /// Application data from a peer: a part of the buffer of the input, or of memory of the client's own that
        /// stays valid until the next input.
        case received(from: Endpoint, PacketBuffer)
        /// The server was told by ICMP that the peer can not be reached.
        case unreachable(Endpoint, ICMPError)
        /// The allocation is no more, with everything that belongs to it.
        case lost(AllocationLoss)
        /// The end that the owner wished: nothing is left at the server, as far as it answered.
        case closed
    }

    /// Where the client stands; drawn above.
    enum Phase: Hashable {
        /// We wait for the owner's local port.
        case idle
        /// An Allocate request is on its way.
        case allocating
        /// The owner closed while an Allocate request was on its way, which may be granted yet.
        case abandoning
        /// The server serves us.
        case allocated
        /// A Refresh with a lifetime of 0 is on its way.
        case deleting
    }

    let configuration: TURNClientConfiguration
    var generator: any RandomNumberGenerator
    /// For the transaction ids of indications, which nobody answers and which are drawn for every packet.
    var indicationIDs: SeededRandom
    private let tableSeed: UInt64

    var phase = Phase.idle
    var session: LongTermSession?
    var requests: [TransactionID: ClientRequest] = [:]
    var timers = TimerTable<ClientTimer>()
    var portsTried = 0

    var permissions: [PeerPermission] = []
    /// Peers asked for whose CreatePermission is not written yet.
    var unrequested: [IPAddress] = []
    /// By channel number, from the first on.
    var channels: [PeerChannel] = []
    var channelOfPeer: FlatTable<Endpoint, UInt16>
    private var stream: StreamReassembly

    public internal(set) var counters = ClientCounters()
    private var outputs = OutputQueue<Output>()
    /// When we were called last.
    private var now: Instant

    /// A client that waits for `.opened`.
    ///
    /// The generator is unpredictable outside of simulations, because transaction ids guard the answers.
    public init(
        configuration: TURNClientConfiguration,
        generator: any RandomNumberGenerator,
        at now: Instant
    ) {
        self.configuration = configuration
        self.generator = generator
        self.now = now
        indicationIDs = SeededRandom(seed: self.generator.next())
        tableSeed = self.generator.next()
        channelOfPeer = FlatTable(seed: tableSeed)
        stream = StreamReassembly(
            capacity: configuration.transport == .udp ? 0 : StreamFramer.longestMessage
        )
    }

    var isStream: Bool { configuration.transport != .udp }

    /// Whether there is an allocation.
    public var isAllocated: Bool { phase == .allocated }

    /// Takes in what happened; what is to be done is then to be had from `nextOutput`.
    public mutating func handle(_ input: Input, at now: Instant) {
        self.now = now
        switch input {
        case .opened: open(at: now)
        case .received(let packet): isStream ? receivePiece(packet, at: now) : receive(packet, at: now)
        case .permit(let addresses): ask(for: addresses, at: now)
        case .bind(let peer): bind(peer, at: now)
        case .forget(let address): forget(address)
        case .send(let packet, to: let peer): send(packet, to: peer, at: now)
        case .close: close(at: now)
        case .disconnected: end(.disconnected, .disconnected)
        }
    }

    /// The next thing to do, in order; nil when there is none.
    ///
    /// `nextDeadline` holds once all are fetched.
    public mutating func nextOutput() -> Output? {
        if outputs.isEmpty { requestPermissions(at: now) }
        return outputs.next()
    }

    /// When `advance` is to be called at the latest.
    public var nextDeadline: Instant? { timers.nextDeadline }

    /// Repeats, renews, refreshes and gives up what is due.
    public mutating func advance(to now: Instant) {
        self.now = now
        while let timer = timers.popDue(at: now) {
            switch timer {
            case .transaction(let id): advanceRequest(id, to: now)
            case .refresh: send(.refresh, at: now)
            case .expiry: lose(.expired)
            case .permission(let address): renewPermission(address, at: now)
            case .channel(let number): renewChannel(number, at: now)
            }
        }
    }

    mutating func emit(_ output: Output) {
        outputs.append(output)
    }

    private mutating func open(at now: Instant) {
        if phase != .idle { forgetAllocation() }
        stream.reset()
        phase = .allocating
        send(.allocate, at: now)
    }

    private mutating func close(at now: Instant) {
        switch phase {
        case .idle: emit(.closed)
        case .abandoning, .deleting: return
        case .allocating:
            // Without a signature nothing is granted.
            guard requests.values.contains(where: { $0.session != nil }) else { return finishClosing() }
            phase = .abandoning
        case .allocated: delete(at: now)
        }
    }

    /// The allocation is no more, or comes no more, as the owner wished.
    mutating func finishClosing() {
        forgetAllocation()
        emit(.closed)
    }

    /// Ends whatever there is, for a reason that is not the owner's wish.
    mutating func end(_ failure: AllocateFailure, _ loss: AllocationLoss) {
        switch phase {
        case .idle: return
        case .allocating: fail(failure)
        case .abandoning, .deleting: finishClosing()
        case .allocated: lose(loss)
        }
    }

    mutating func lose(_ loss: AllocationLoss) {
        forgetAllocation()
        emit(.lost(loss))
    }

    /// Realm and nonce are kept: they may hold for the next allocation.
    private mutating func forgetAllocation() {
        phase = .idle
        requests = [:]
        timers = TimerTable()
        permissions = []
        unrequested = []
        channels = []
        channelOfPeer = FlatTable(seed: tableSeed)
    }

    private mutating func receivePiece(_ piece: PacketBuffer, at now: Instant) {
        var offset = 0
        do throws(StreamFramer.Failure) {
            while let message = try stream.next(in: piece, from: &offset) { receive(message, at: now) }
        } catch {
            counters.malformed += 1
            end(.brokenStream(error), .brokenStream(error))
        }
    }
}
