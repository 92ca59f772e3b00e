internal import EventLoop
public import SansIO
public import VirtualNetwork

/// One thread that carries the packets of all networks of this process between their devices.
///
/// It runs before all ordinary threads (SCHED_FIFO) where the machine lets it. All functions may be called from
/// any other thread; they wait until the engine has done what they ask.
public final class NetworkEngine: Sendable {
    private let commands: Wakeup<EngineCommand>
    private let thread: LoopThread
    private let nextNumber = Locked<Int>(0)

    /// Starts the thread; `wantsPriority` is false only to show what a run is worth without it.
    public init(wantsPriority: Bool = true) throws {
        let commands = try Wakeup<EngineCommand>()
        self.commands = commands
        thread = try LoopThread(name: "engine") {
            do {
                try EngineLoop(wantsPriority: wantsPriority).run(commands)
            } catch {
                fatalError("the engine's thread cannot wait for packets: \(error)")
            }
        }
    }

    deinit {
        commands.post(EngineCommand { $0.isStopped = true })
        thread.join()
    }

    /// Runs a network between devices, given by their descriptors in the order of the wiring (-1 for none), and
    /// returns its number here.
    ///
    /// The descriptors stay their owner's, who closes them after `remove`.
    public func add(_ network: consuming Network, descriptors: [CInt]) throws -> Int {
        let number = nextNumber.withLock { number in
            number += 1
            return number
        }
        let handover = Handover(EngineNetwork(network, descriptors: descriptors))
        try perform { loop in Result { try loop.add(handover.value, number) } }.get()
        return number
    }

    /// The time on the clock of all networks.
    public var now: Instant { MonotonicClock.now() }

    /// Stops a network.
    public func remove(_ number: Int) {
        perform { loop in loop.remove(number) }
    }

    /// Lets something happen to a network at once, and tells when.
    @discardableResult
    public func handle(_ event: NetworkEvent, in number: Int) -> Instant {
        perform { loop in
            let now = MonotonicClock.now()
            loop.network(number)?.handle(event, at: now)
            return now
        }
    }

    /// Puts a fresh network in place of one, with the same devices: what was counted begins anew.
    public func replace(_ number: Int, by network: consuming Network) {
        let handover = Handover(EngineNetwork(network, descriptors: []))
        perform { loop in loop.network(number)?.replace(by: handover.value) }
    }

    /// What a network did so far; nil for a number that is not one.
    public func report(of number: Int) -> EngineReport? {
        perform { loop in
            loop.network(number)?.report(load: loop.load, hasPriority: loop.hasPriority)
        }
    }

    /// What became of the packets of one direction of a link.
    public func fates(of link: LinkName, _ direction: LinkDirection, in number: Int) -> FateLog? {
        perform { loop in loop.network(number)?.network.fates(of: link, direction) }
    }

    /// Lets copies of all packets go into a ring from now on.
    func capture(_ number: Int, into ring: CaptureRing?) {
        perform { loop in loop.network(number)?.capture = ring }
    }

    private func perform<Value: Sendable>(_ body: @escaping @Sendable (EngineLoop) -> Value) -> Value {
        let answer = Answer<Value>()
        commands.post(EngineCommand { loop in answer.give(body(loop)) })
        return answer.wait()
    }
}

/// A value on its way to the thread that will own it.
private struct Handover<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
