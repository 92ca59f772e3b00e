import Cryptography
import EventLoop
import SansIO
import TURN

/// Packets there and back.
extension ServerProbe {
    /// The leg `echo`: through `client` and a second allocation like it.
    func echo(by client: RelayClient, at place: ProbePlan.Place) throws(SystemError) -> ProbeJudgement {
        guard let own = credential.credential(at: WallClock.now()) else { return .skipped("no credential") }
        switch try allocate(at: place, own) {
        case .failure(.allocate(.quotaReached)):
            return .warning(
                "the user may have one allocation only (486): no second one to echo",
                fix: "raise --allocations-per-user: a browser opens several at once"
            )
        case .failure(let failure): return judgement(of: failure, at: place)
        case .success(let second):
            let outcome = try echo(client, second)
            try close([second])
            switch outcome {
            case .success(let result): return .echo(result)
            case .failure(let failure): return .refusedOwn(failure)
            }
        }
    }

    /// From the first client's relayed address to the second's and back.
    func echo(
        _ first: RelayClient,
        _ second: RelayClient
    ) throws(SystemError) -> Result<EchoResult, PeerFailure> {
        guard let near = first.relayed, let far = second.relayed else { return .success(EchoResult()) }
        first.permit([far.address])
        second.permit([near.address])
        try run.wait(run.settings.timeout) {
            (first.permitted.contains(far.address) || first.refused[far.address] != nil)
                && (second.permitted.contains(near.address) || second.refused[near.address] != nil)
        }
        for failure in [first.refused[far.address], second.refused[near.address]] {
            if let failure { return .failure(failure) }
        }
        var train = Self.train()
        second.callbacks.data = { peer, packet in
            guard train.arrives(packet) else { return }
            second.send(packet.copied, to: peer)
        }
        first.callbacks.data = { [run] _, packet in train.returns(packet, at: run.loop.now) }
        defer {
            first.callbacks = RelayClient.Callbacks()
            second.callbacks = RelayClient.Callbacks()
        }
        for _ in 0..<EchoTrain.packetCount where !run.isInterrupted {
            first.send(train.next(at: run.loop.now), to: far)
            try run.wait(EchoTrain.interval)
        }
        try run.wait(EchoTrain.patience) { train.isComplete }
        return .success(train.result)
    }

    static func train() -> EchoTrain {
        var generator = SecureRandom()
        return EchoTrain(mark: generator.next())
    }
}
