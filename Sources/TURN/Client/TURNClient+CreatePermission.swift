import STUN
import SansIO

/// CreatePermission: RFC 8656 §10.
extension TURNClient {
    /// Peers in one request: a datagram with as many IPv6 addresses stays far below 1,200 bytes.
    private static let mostPeersPerRequest = 32

    /// The port in an XOR-PEER-ADDRESS, which §10.1 lets the server ignore: the discard port, as no port is 0.
    private static let anyPort: UInt16 = 9

    func appendPermissions(_ addresses: [IPAddress], to builder: inout MessageBuilder) {
        for address in addresses { builder.append(XORPeerAddress(Endpoint(address, Self.anyPort))) }
    }

    mutating func ask(for addresses: [IPAddress], at now: Instant) {
        for address in addresses where !unrequested.contains(address) {
            let known = permissions.first { $0.address == address }
            if let expiry = known?.expiry, expiry > now {
                emit(.permitted(address))
            } else if known?.isRequested != true {
                unrequested.append(address)
            }
        }
    }

    /// Writes the requests for what was asked since the last time.
    mutating func requestPermissions(at now: Instant) {
        guard phase == .allocated, !unrequested.isEmpty else { return }
        let addresses = unrequested
        unrequested = []
        for start in stride(from: 0, to: addresses.count, by: Self.mostPeersPerRequest) {
            let end = min(start + Self.mostPeersPerRequest, addresses.count)
            requestPermissions(Array(addresses[start..<end]), at: now)
        }
    }

    private mutating func requestPermissions(_ addresses: [IPAddress], at now: Instant) {
        for address in addresses {
            if let index = permissions.firstIndex(where: { $0.address == address }) {
                permissions[index].isRequested = true
            } else {
                permissions.append(PeerPermission(address: address, isRequested: true))
            }
        }
        send(.createPermission(addresses), at: now)
    }

    mutating func completePermissions(_ addresses: [IPAddress], _ request: ClientRequest, at now: Instant) {
        for address in addresses {
            // One that was forgotten meanwhile is not in the table.
            guard let index = permissions.firstIndex(where: { $0.address == address }) else { continue }
            permissions[index].isRequested = false
            grant(index, since: request.sentAt)
        }
    }

    /// A ChannelBind installs a permission too (§12.2).
    mutating func completePermission(byChannelTo address: IPAddress, _ request: ClientRequest) {
        let known = permissions.firstIndex { $0.address == address }
        if known == nil { permissions.append(PeerPermission(address: address)) }
        grant(known ?? permissions.count - 1, since: request.sentAt)
    }

    private mutating func grant(_ index: Int, since start: Instant) {
        let address = permissions[index].address
        let isNew = permissions[index].expiry == nil
        permissions[index].expiry = max(
            permissions[index].expiry ?? start,
            start + Permission.lifetime
        )
        timers.set(.permission(address), to: start + RenewalSchedule.permission)
        if isNew { emit(.permitted(address)) }
    }

    /// §10.2: nothing is installed when one peer is refused, and the answer does not say which: each is asked
    /// for by itself.
    mutating func refusePermissions(_ addresses: [IPAddress], _ error: ErrorCode, at now: Instant) {
        if addresses.count == 1 {
            failPermission(addresses[0], PeerFailure(error))
            return
        }
        for address in addresses where permissions.contains(where: { $0.address == address }) {
            send(.createPermission([address]), at: now)
        }
    }

    mutating func failPermission(_ address: IPAddress, _ failure: PeerFailure) {
        guard let index = permissions.firstIndex(where: { $0.address == address }) else { return }
        permissions.remove(at: index)
        timers.cancel(.permission(address))
        emit(.permissionFailed(address, failure))
    }

    /// The time to renew has come; a channel to the peer does it on the way.
    mutating func renewPermission(_ address: IPAddress, at now: Instant) {
        guard !hasLiveChannel(to: address, at: now), !unrequested.contains(address) else { return }
        unrequested.append(address)
    }

    mutating func forget(_ address: IPAddress) {
        unrequested.removeAll { $0 == address }
        permissions.removeAll { $0.address == address }
        timers.cancel(.permission(address))
        for index in channels.indices where channels[index].peer.address == address {
            channels[index].isWanted = false
            channels[index].expiry = nil
            timers.cancel(.channel(channels[index].number))
        }
    }
}
