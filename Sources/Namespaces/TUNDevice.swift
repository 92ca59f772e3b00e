internal import CLinux
internal import Glibc

/// An interface whose other side is this process.
///
/// Each packet the kernel sends through it is one read, each write is one packet the kernel receives: IP
/// only, no Ethernet, no header of TUN's own. The interface ends with its descriptor.
public struct TUNDevice: ~Copyable, Sendable {
    public let name: String
    /// Non-blocking.
    public let file: FileDescriptor

    /// Makes the device in a namespace, down and without an address.
    ///
    /// It is best named `eth0` or `wlan0`: WebRTC stacks treat `tun…` as a VPN.
    public init(_ name: String, in namespace: NetworkNamespace) throws {
        self.name = name
        let descriptor = try namespace.enter {
            try checked(clx_tun_open(name), "make the TUN device \(name) in \(namespace.label)")
        }
        file = FileDescriptor(owning: descriptor)
    }

    /// Reads one packet into `buffer` and returns its length; nil when none is waiting.
    public func receive(into buffer: inout [UInt8]) throws(KernelError) -> Int? {
        let length = read(file.rawValue, &buffer, buffer.count)
        if length >= 0 { return length }
        let code = errno
        guard code == EAGAIN || code == EINTR else { throw KernelError("read from \(name)", code: code) }
        return nil
    }

    /// Puts the cable in or takes it out: without it the interface is up but not running.
    public func setCarrier(_ isConnected: Bool) throws(KernelError) {
        let action = "switch the carrier of \(name) \(isConnected ? "on" : "off")"
        _ = try checked(clx_tun_set_carrier(file.rawValue, isConnected ? 1 : 0), action)
    }

    /// Hands one packet to the kernel.
    public func send(_ packet: [UInt8]) throws(KernelError) {
        guard write(file.rawValue, packet, packet.count) == packet.count else {
            throw KernelError("write a packet of \(packet.count) bytes to \(name)", code: errno)
        }
    }
}
