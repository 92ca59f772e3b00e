import Cryptography
import EventLoop
import STUN
import SansIO
import TURN

/// What is asked of the server as a whole, by the best transport that works.
extension ServerProbe {
    func probeServer() throws(SystemError) {
        try probeCredential()
        try probeAllocation()
        try probeRelayToRelay()
        try probeDeniedPeers()
        guard let place = answering.first else { return skip(.strangers, "the server is not reached") }
        try find(.strangers) { () throws(SystemError) in .strangers(try strangersAllocate(at: place)) }
    }

    private func find(
        _ kind: ProbeLeg.Kind,
        by attempt: () throws(SystemError) -> ProbeJudgement
    ) throws(SystemError) {
        try run.find(ProbeLeg(kind), of: host, by: attempt)
    }

    private func skip(_ kind: ProbeLeg.Kind, _ reason: String) {
        run.skip(ProbeLeg(kind), of: host, reason)
    }

    // MARK: Credential and clock

    private func probeCredential() throws(SystemError) {
        guard credential != .none else {
            for leg in [ProbeLeg.Kind.credential, .clock] { skip(leg, "none was given") }
            return
        }
        guard let isAccepted, let place = answering.first else {
            for leg in [ProbeLeg.Kind.credential, .clock] { skip(leg, "nobody was there to ask") }
            return
        }
        try find(.credential) { () throws(SystemError) in
            if isAccepted { return .accepted(credential, at: WallClock.now()) }
            switch credential {
            case .none: return .skipped("none was given")
            case .given(let username, let password):
                return .refused(username: username, password: password, at: WallClock.now())
            case .secrets(let secrets): return .refused(try trySecrets(secrets, at: place))
            }
        }
        guard isAccepted, case .secrets(let secrets) = credential else {
            return skip(.clock, isAccepted ? "it takes the secret to see" : "not without a credential")
        }
        try find(.clock) { () throws(SystemError) in .clock(try tryClock(secrets.first, at: place)) }
    }

    /// Finds out why a credential of the first secret is refused.
    private func trySecrets(
        _ secrets: [SharedSecret],
        at place: ProbePlan.Place
    ) throws(SystemError) -> ProbeJudgement.SecretTrial {
        let now = WallClock.now()
        let late = ProbeCredential.mint(secrets.first, expiry: now + .seconds(10 * 365 * 86_400))
        if try takes(late, at: place) == true { return .takenWithLateExpiry }
        for (index, secret) in secrets.enumerated().dropFirst() {
            let other = ProbeCredential.mint(secret, expiry: now + ProbeCredential.lifetime)
            if try takes(other, at: place) == true { return .knowsOther(index + 1) }
        }
        return .refused
    }

    private func tryClock(
        _ secret: SharedSecret?,
        at place: ProbePlan.Place
    ) throws(SystemError) -> ProbeJudgement.ClockTrial {
        func takes(_ offset: Duration) throws(SystemError) -> Bool? {
            try self.takes(ProbeCredential.mint(secret, expiry: WallClock.now() + offset), at: place)
        }
        var trial = ProbeJudgement.ClockTrial()
        let tolerance = ProbeJudgement.ClockTrial.tolerance
        trial.takesPast = try takes(.zero - tolerance)
        trial.takesFuture = try takes(tolerance)
        if trial.takesPast == true { trial.takesYesterday = try takes(.seconds(-86_400)) }
        return trial
    }

    // MARK: Addresses

    /// The legs `relayed address` and `relay ports`, by one allocation.
    private func probeAllocation() throws(SystemError) {
        guard let (place, client) = try allocation() else {
            for leg in [ProbeLeg.Kind.relayedAddress, .relayPorts] { skip(leg, "no allocation") }
            return
        }
        let relayed = client.grant?.relayed ?? []
        try find(.relayedAddress) { () throws(SystemError) in
            .relayedAddress(relayed, server: place.address)
        }
        try probeRelayPorts(of: client)
        try close([client])
    }

    /// An allocation of both families where the server has both, else of one.
    private func allocation() throws(SystemError) -> (ProbePlan.Place, RelayClient)? {
        guard let place = working.first, let own = credential.credential(at: WallClock.now()) else {
            return nil
        }
        for wish in [RelayedAddressWish.both, .one()] {
            if case .success(let client) = try allocate(at: place, own, wish) { return (place, client) }
        }
        return nil
    }

    private func probeRelayPorts(of client: RelayClient) throws(SystemError) {
        // Over UDP to the server fails what a packet to any of its ports would fail by.
        let isUDPBlocked = run.findings.contains {
            $0.host == host && $0.leg.kind == .stun && $0.leg.transport == .udp && $0.outcome == .failed
        }
        guard !isUDPBlocked else { return skip(.relayPorts, "no UDP from here to there") }
        guard let mapped = client.grant?.mapped.address,
            let relayed = client.grant?.relayed.first(where: { $0.address.family == mapped.family })
        else { return skip(.relayPorts, "no relayed address of our family") }
        guard mapped != relayed.address, !mapped.isLoopback else {
            return skip(.relayPorts, "this is the relay's own host: probe it from another one")
        }
        try find(.relayPorts) { () throws(SystemError) in
            client.permit([mapped])
            try run.wait(run.settings.timeout) {
                client.permitted.contains(mapped) || client.refused[mapped] != nil
            }
            guard client.permitted.contains(mapped) else {
                return .skipped(
                    "the relay does not relay to us (\(mapped)), so nothing can be sent to its ports"
                )
            }
            return .relayPorts(try echo(from: relayed, by: client), port: relayed.port)
        }
    }

    /// From a socket of ours to the relayed address; the client sends back what arrives.
    private func echo(from relayed: Endpoint, by client: RelayClient) throws(SystemError) -> EchoResult {
        var train = Self.train()
        let socket = try UDPSocket(bindingTo: Endpoint(.unspecified(relayed.address.family), 0))
        let watch = DescriptorWatch(socket.fileDescriptor) { [loop = run.loop] _ in
            for index in 0..<loop.receiver.receive(from: socket) where loop.receiver.source(index) == relayed
            {
                train.returns(loop.receiver.packet(index), at: loop.now)
            }
        }
        client.callbacks.data = { peer, packet in
            if train.arrives(packet) { client.send(packet.copied, to: peer) }
        }
        try run.loop.add(watch)
        defer {
            run.loop.remove(watch)
            client.callbacks = RelayClient.Callbacks()
        }
        for _ in 0..<EchoTrain.packetCount where !run.isInterrupted {
            let packet = run.loop.outgoing.packet(0, copying: train.next(at: run.loop.now))
            // A firewall of this machine that refuses is as good as a packet that is lost.
            do throws(SystemError) { try socket.send(packet, to: relayed) } catch {}
            try run.wait(EchoTrain.interval)
        }
        try run.wait(EchoTrain.patience) { train.isComplete }
        return train.result
    }

    // MARK: Relay to relay

    private func probeRelayToRelay() throws(SystemError) {
        guard let first = working.first, let last = working.last,
            let own = credential.credential(at: WallClock.now())
        else { return skip(.relayToRelay, "no allocation") }
        try find(.relayToRelay) { () throws(SystemError) in
            var pairs: [ProbeJudgement.RelayPair] = []
            for family in [IPAddress.Family.v4, .v6] {
                // The echo of one transport has shown the family that the server gives by itself.
                if family == .v4, first == last { continue }
                let wish = RelayedAddressWish.one(family)
                guard case .success(let near) = try allocate(at: first, own, wish) else { continue }
                guard case .success(let far) = try allocate(at: last, own, wish) else {
                    try close([near])
                    continue
                }
                let outcome = try echo(near, far)
                try close([near, far])
                let ends = first == last ? "\(first.service.transport)" : Self.ends(first, last)
                switch outcome {
                case .success(let result):
                    let name = "\(ends), IPv\(family.rawValue)"
                    pairs.append(ProbeJudgement.RelayPair(name: name, result: result))
                case .failure(let failure): return .refusedOwn(failure)
                }
            }
            return .relayToRelay(pairs)
        }
    }

    private static func ends(_ first: ProbePlan.Place, _ last: ProbePlan.Place) -> String {
        "\(first.service.transport) to \(last.service.transport)"
    }

    // MARK: Denied peers

    private func probeDeniedPeers() throws(SystemError) {
        guard !working.isEmpty else { return skip(.deniedPeers, "no allocation") }
        try find(.deniedPeers) { () throws(SystemError) in
            guard let (place, client) = try allocation() else {
                return .skipped("no allocation any more")
            }
            let families = Set((client.grant?.relayed ?? []).map(\.address.family))
            let asked = ProbeJudgement.forbiddenPeers.filter { families.contains($0.family) }
            client.permit(asked)
            try run.wait(run.settings.timeout) {
                asked.allSatisfy { client.permitted.contains($0) || client.refused[$0] != nil }
            }
            let permitted = asked.filter(client.permitted.contains)
            let mapped = client.grant?.mapped.address
            try close([client])
            return .deniedPeers(
                permitted: permitted,
                asked: asked,
                neighbours: [place.address] + [mapped].compactMap(\.self)
            )
        }
    }
}
