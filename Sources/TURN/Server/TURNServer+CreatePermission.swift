import STUN
import SansIO

/// CreatePermission: RFC 8656 §10.
extension TURNServer {
    mutating func createPermission(
        _ message: borrowing MessageView,
        _ request: AuthenticatedRequest,
        at now: Instant
    ) throws(Rejection) {
        let slot = try requireAllocation(request)
        let peers = try requirePeers(message)
        // §10.2: nothing is installed when one of them is refused.
        for peer in peers { try requirePermittedPeer(peer, of: slot, request) }
        try requireRoom(forPermissions: peers.map(\.address), in: slot, at: now)
        for peer in peers { permit(peer.address, in: slot, at: now) }
        succeed(request, at: now)
    }

    private func requirePeers(_ message: borrowing MessageView) throws(Rejection) -> [Endpoint] {
        do throws(AttributeError) {
            let peers = try message.all(XORPeerAddress.self).map(\.endpoint)
            guard !peers.isEmpty else { throw .outOfRange }
            return peers
        } catch {
            throw .badRequest
        }
    }

    /// §10.2: the peer's family must be the allocation's (443), and local policy must allow it (403).
    mutating func requirePermittedPeer(
        _ peer: Endpoint,
        of slot: UInt32,
        _ request: AuthenticatedRequest
    ) throws(Rejection) {
        guard allocations[slot]?.pointee.relayed(peer.address.family) != nil else {
            throw .peerAddressFamilyMismatch
        }
        guard let denial = configuration.peerPolicy.denial(of: peer.address) else { return }
        let user = TimeLimitedUsername(request.username)?.user ?? request.username
        emit(.event(.peerDenied(request.client, user: user, peer: peer, denial)))
        throw .forbidden
    }

    /// §10.2: too many peers are answered with 508.
    func requireRoom(
        forPermissions peers: [IPAddress],
        in slot: UInt32,
        at now: Instant
    ) throws(Rejection) {
        guard let permissions = allocations[slot]?.pointee.permissions else { throw .allocationMismatch }
        let living = Set(permissions.lazy.filter { $0.expiry > now }.map(\.peer))
        guard living.union(peers).count <= configuration.permissionsPerAllocation else {
            throw .insufficientCapacity
        }
    }

    /// Installs or refreshes a permission.
    mutating func permit(_ peer: IPAddress, in slot: UInt32, at now: Instant) {
        allocations[slot]?.pointee.permissions.removeAll { $0.expiry <= now || $0.peer == peer }
        allocations[slot]?.pointee.permissions.append(
            Permission(peer: peer, expiry: now + Permission.lifetime)
        )
    }
}
