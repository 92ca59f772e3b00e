internal import Glibc

/// Kernel settings of the calling thread's network namespace.
public enum Sysctl {
    /// No router solicitation or advertisement, no automatic address, no waiting for duplicate address
    /// detection, no filter on the return path.
    static func quieten() throws(KernelError) {
        for interface in ["all", "default"] {
            try set("net/ipv6/conf/\(interface)/accept_ra", to: 0)
            try set("net/ipv6/conf/\(interface)/autoconf", to: 0)
            try set("net/ipv6/conf/\(interface)/router_solicitations", to: 0)
            try set("net/ipv6/conf/\(interface)/accept_dad", to: 0)
            try set("net/ipv6/conf/\(interface)/dad_transmits", to: 0)
            try set("net/ipv6/conf/\(interface)/disable_ipv6", to: 0)
            try set("net/ipv4/conf/\(interface)/rp_filter", to: 0)
            // A NAT that hairpins with the inside address sends a host its own packets back.
            try set("net/ipv4/conf/\(interface)/accept_local", to: 1)
        }
    }

    static func forward() throws(KernelError) {
        try set("net/ipv4/ip_forward", to: 1)
        try set("net/ipv6/conf/all/forwarding", to: 1)
    }

    /// Writes `value` to `name` below /proc/sys, whose net part shows the thread's own namespace.
    static func set(_ name: String, to value: Int) throws(KernelError) {
        let path = "/proc/sys/\(name)"
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw KernelError("open \(path)", code: errno) }
        let file = FileDescriptor(owning: descriptor)
        let text = "\(value)"
        let written = write(file.rawValue, text, text.utf8.count)
        guard written == text.utf8.count else { throw KernelError("write \(value) to \(path)", code: errno) }
    }
}
