internal import CNetlink
internal import Glibc

/// A route netlink socket: links, addresses and routes of the namespace it was opened in.
public struct RouteSocket: ~Copyable {
    let socket: OpaquePointer

    /// Opens the socket in the calling thread's namespace.
    public init() throws(KernelError) {
        guard let socket = nl_socket_alloc() else {
            throw KernelError("make a netlink socket", code: ENOMEM)
        }
        let code = nl_connect(socket, NETLINK_ROUTE)
        guard code >= 0 else {
            nl_socket_free(socket)
            throw Self.failure(code, "open a netlink socket")
        }
        self.socket = socket
    }

    deinit {
        nl_socket_free(socket)
    }

    /// The error for a code of libnl's, which has numbers of its own.
    static func failure(_ code: CInt, _ action: String) -> KernelError {
        KernelError(action, detail: String(cString: nl_geterror(code)))
    }

    static func check(_ code: CInt, _ action: @autoclosure () -> String) throws(KernelError) {
        guard code >= 0 else { throw failure(code, action()) }
    }
}
