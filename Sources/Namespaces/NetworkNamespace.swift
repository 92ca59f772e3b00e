internal import CLinux
internal import Glibc
internal import Synchronization

/// A Linux network namespace without a name, held by a descriptor.
///
/// Nothing of it is left in the file system: when the last descriptor, socket and process of it are gone,
/// even by SIGKILL, the kernel ends it with all its devices. Making one needs root.
public final class NetworkNamespace: Sendable {
    /// What the makers call it in errors.
    public let label: String
    private let owned: Atomic<CInt>

    /// Makes a namespace with its loopback interface up.
    ///
    /// It neither sends nor obeys router solicitations and advertisements, and its IPv6 addresses are
    /// usable at once, so that what is counted in it is what was sent in it. With `forwarding` it is a
    /// router for both IP versions.
    public init(label: String, forwarding: Bool = false) throws {
        self.label = label
        owned = Atomic(-1)
        let descriptor = try PinnedThread.run {
            let descriptor = FileDescriptor(
                owning: try checked(clx_netns_create(), "make the network namespace \(label)")
            )
            try Sysctl.quieten()
            if forwarding { try Sysctl.forward() }
            try RouteSocket().setUp("lo")
            return descriptor.release()
        }
        owned.store(descriptor, ordering: .releasing)
    }

    /// The namespace that another process holds by a descriptor.
    ///
    /// It lives on when that process lets it go, until this value does too. Needs root.
    public init(of process: CInt, descriptor: CInt, label: String) throws {
        self.label = label
        let path = "/proc/\(process)/fd/\(descriptor)"
        let opened = open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { throw KernelError("open the network namespace \(label)", code: errno) }
        owned = Atomic(opened)
    }

    deinit {
        let descriptor = owned.load(ordering: .acquiring)
        if descriptor >= 0 { close(descriptor) }
    }

    /// The descriptor; -1 after `remove`.
    public var descriptor: CInt { owned.load(ordering: .acquiring) }

    /// Lets the namespace go now.
    ///
    /// Its devices and addresses end as soon as no process, socket or TUN device of it is left.
    public func remove() throws {
        let descriptor = owned.exchange(-1, ordering: .acquiringAndReleasing)
        guard descriptor >= 0 else {
            throw KernelError("remove the network namespace \(label)", detail: "it was removed before")
        }
        close(descriptor)
    }

    /// Runs `body` on a fresh thread inside, waits for it, and returns or throws what it did.
    ///
    /// Sockets made there stay in this namespace and may then be used from any thread.
    public func enter<Result>(_ body: () throws -> Result) throws -> Result {
        let descriptor = self.descriptor
        return try PinnedThread.run {
            _ = try checked(clx_netns_enter(descriptor), "enter the network namespace \(label)")
            return try body()
        }
    }

    /// Runs `body` inside with a netlink socket for links, addresses and routes.
    public func configure<Result>(_ body: (borrowing RouteSocket) throws -> Result) throws -> Result {
        try enter { try body(RouteSocket()) }
    }

    /// The names of the interfaces, in the order of their indices.
    public func interfaceNames() throws -> [String] {
        try configure { route in try route.linkNames() }
    }

    /// The number by which the kernel knows it: what `readlink /proc/PID/ns/net` shows in brackets.
    public func inode() throws -> UInt64 {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw KernelError("look at the network namespace \(label)", code: errno)
        }
        return UInt64(status.st_ino)
    }
}
