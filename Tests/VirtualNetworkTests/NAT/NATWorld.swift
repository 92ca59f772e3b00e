import SansIO
import VirtualNetwork

/// Hosts behind any number of NATs each, and the internet above: which packet reaches whom.
///
/// A network is named by the NAT above it; the internet by none. Hosts of one private network are isolated
/// from each other, as in a guest network; NATs of one private network are not.
final class NATWorld {
    /// A NAT that several hosts can be behind.
    final class Box {
        var nat: NAT
        init(_ behavior: NATBehavior, _ address: IPAddress, seed: UInt64 = 1) {
            nat = NAT(behavior, externalAddresses: [address], seed: seed)
        }
    }

    /// A host with one socket; the NATs it is behind, the nearest first.
    struct Host {
        var socket: Endpoint
        var chain: [Box] = []
    }

    /// A packet as the host gets it.
    struct Delivery {
        var host: Int
        var flow: FlowKey
    }

    var hosts: [Host]
    var now = Instant(nanoseconds: 1)

    init(_ hosts: [Host]) {
        self.hosts = hosts
    }

    /// Sends a datagram from a host's socket; nil when it gets lost.
    func send(from index: Int, to destination: Endpoint) -> Delivery? {
        let host = hosts[index]
        var flow = FlowKey(.udp, from: host.socket, to: destination)
        for level in 0...host.chain.count {
            let network = Self.network(of: host, level)
            if level > 0 || network == nil, let delivery = deliver(flow, in: network) { return delivery }
            guard let box = network else { return nil }
            switch box.nat.outbound(flow, at: now) {
            case .outside(let translated): flow = translated
            case .inside(let translated): return deliver(translated, in: box)
            case .dropped: return nil
            }
        }
        return nil
    }

    /// The NAT above the network that is `level` NATs away from the host.
    private static func network(of host: Host, _ level: Int) -> Box? {
        level < host.chain.count ? host.chain[level] : nil
    }

    /// Gives a packet to whom its destination belongs in a network, and down from there.
    private func deliver(_ flow: FlowKey, in network: Box?) -> Delivery? {
        for (index, host) in hosts.enumerated() {
            for level in 0...host.chain.count where Self.network(of: host, level) === network {
                if let arrived = descend(flow, to: host, level) {
                    return Delivery(host: index, flow: arrived)
                }
            }
        }
        return nil
    }

    private func descend(_ flow: FlowKey, to host: Host, _ level: Int) -> FlowKey? {
        let address = flow.destination.address
        guard level == 0 ? address == host.socket.address : host.chain[level - 1].nat.isExternal(address)
        else { return nil }
        var flow = flow
        for box in host.chain[..<level].reversed() {
            guard case .inside(let translated) = box.nat.inbound(flow, at: now) else { return nil }
            flow = translated
        }
        return flow.destination == host.socket ? flow : nil
    }
}

extension NATWorld {
    /// Whether connectivity checks between hosts 0 and 1 find a direct path; host 2 is their STUN server.
    ///
    /// RFC 8445: both know each other's server-reflexive candidate, send checks to it and to peers they
    /// learn of from checks; an answer counts when it comes from where its check went to.
    func connectsDirectly(startingWith first: Int) -> Bool {
        let server = hosts[2].socket
        var candidates: [[Endpoint]] = [[], []]
        for host in 0...1 {
            guard let seen = send(from: host, to: server)?.flow.source else { return false }
            candidates[1 - host].append(seen)
        }
        var isConnected = false
        for step in 0..<8 {
            let host = (first + step) % 2
            for candidate in candidates[host] {
                guard let check = send(from: host, to: candidate), check.host == 1 - host else { continue }
                let source = check.flow.source
                if !candidates[check.host].contains(source) { candidates[check.host].append(source) }
                guard let answer = send(from: check.host, to: source), answer.host == host else { continue }
                if answer.flow.source == candidate { isConnected = true }
            }
        }
        return isConnected
    }
}
