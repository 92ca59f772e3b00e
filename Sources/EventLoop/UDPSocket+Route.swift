internal import Glibc
public import SansIO

extension UDPSocket {
    /// From which of its addresses this host sends to a destination, and the MTU it knows of the way; nil when
    /// there is no route.
    ///
    /// Nothing is sent. The socket takes datagrams from that endpoint alone afterwards.
    public func sourceAddress(towards destination: Endpoint) -> (address: IPAddress, mtu: Int?)? {
        let address = SocketAddress(destination)
        guard address.withSockaddr({ connect(fileDescriptor, $0, $1) }) == 0,
            let local = try? SocketDescriptor.localEndpoint(of: fileDescriptor)
        else { return nil }
        let mtu =
            destination.address.family == .v4
            ? SocketDescriptor.get(fileDescriptor, IPPROTO_IP, IP_MTU)
            : SocketDescriptor.get(fileDescriptor, IPPROTO_IPV6, IPV6_MTU)
        return (local.address, mtu.map { Int($0) })
    }
}
