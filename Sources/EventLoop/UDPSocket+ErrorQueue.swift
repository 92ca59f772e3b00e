internal import CLinux
internal import Glibc
internal import SansIO

extension UDPSocket {
    /// Reads at most `limit` entries of the error queue; returns how many there were.
    ///
    /// The poller reports `hasError` until the queue is empty. Entries that no datagram's destination is
    /// known for are read and left out.
    @discardableResult
    public func readErrors(limit: Int = 32, _ body: (SocketError) -> Void) -> Int {
        var count = 0
        var entry = clx_socket_error()
        while count < limit {
            guard case .value = SystemCall.linux({ clx_recv_error(fileDescriptor, &entry) }) else { break }
            count += 1
            if let error = SocketError(entry) { body(error) }
        }
        return count
    }
}

extension SocketError {
    fileprivate init?(_ entry: clx_socket_error) {
        guard let destination = withUnsafePointer(to: entry.destination, SocketAddress.read) else {
            return nil
        }
        switch Int(entry.origin) {
        case clx_origin_local: origin = .local
        case clx_origin_icmp: origin = .icmp
        case clx_origin_icmp6: origin = .icmpv6
        default: return nil
        }
        self.destination = destination
        type = entry.type
        code = entry.code
        error = entry.error
        let tellsMTU = entry.error == EMSGSIZE
        mtu = tellsMTU ? entry.info : 0
        offender =
            entry.has_offender == 0
            ? nil : withUnsafePointer(to: entry.offender, SocketAddress.read)?.address
    }
}
