public import SansIO

/// A block of addresses that is no place on the public Internet.
public struct SpecialPurposeBlock: Hashable, Sendable {
    public let prefix: IPPrefix
    /// The registry's name for it.
    public let name: String
}

/// The IANA special-purpose address registries, with what other RFCs and registries add to them.
///
/// RFC 6890 set the registries up; the entries stand as of 2025, with the RFC of each. Blocks that are
/// deprecated (site-local, IPv4-compatible) are listed too: stacks still route them somewhere.
public enum SpecialPurposeRegistry {
    /// The block that `address` lies in; nil for a plain unicast address.
    public static func block(of address: IPAddress) -> SpecialPurposeBlock? {
        let (prefixes, offset) = address.family == .v4 ? (v4Prefixes, 0) : (v6Prefixes, v4Prefixes.count)
        for index in prefixes.indices where prefixes[index].contains(address) {
            return blocks[offset + index]
        }
        return nil
    }

    /// The IPv4 address that an IPv6 address stands for or leads to.
    ///
    /// Mapped and compatible (RFC 4291 §2.5.5), translated (RFC 2765), NAT64 (RFC 6052 well-known prefix;
    /// RFC 8215 local-use, read as a /96), 6to4 (RFC 3056), Teredo's client (RFC 4380 §4: inverted bits) and
    /// ISATAP (RFC 5214 §6.1).
    public static func embeddedIPv4(in address: IPAddress) -> IPAddress? {
        guard address.family == .v6 else { return nil }
        let low32 = UInt32(truncatingIfNeeded: address.low)
        let (high, upperLow) = (address.high, address.low >> 32)
        if high == 0, upperLow == 0, low32 > 1 { return IPAddress(v4: low32) }
        if high == 0, upperLow == 0xFFFF { return IPAddress(v4: low32) }
        if high == 0, upperLow == 0xFFFF_0000 { return IPAddress(v4: low32) }
        if high == 0x0064_FF9B_0000_0000, upperLow == 0 { return IPAddress(v4: low32) }
        if high >> 16 == 0x0064_FF9B_0001 { return IPAddress(v4: low32) }
        if high >> 48 == 0x2002 { return IPAddress(v4: UInt32(truncatingIfNeeded: high >> 16)) }
        if high >> 32 == 0x2001_0000 { return IPAddress(v4: ~low32) }
        if upperLow & ~0x0200_0000 == 0x0000_5EFE { return IPAddress(v4: low32) }
        return nil
    }

    /// Every block, in the registries' order, those of IPv4 first.
    public static let blocks: [SpecialPurposeBlock] = table.compactMap { text, name in
        IPPrefix(text).map { SpecialPurposeBlock(prefix: $0, name: name) }
    }

    // The same without the names, for the packet path.
    private static let v4Prefixes = blocks.map(\.prefix).filter { $0.address.family == .v4 }
    private static let v6Prefixes = blocks.map(\.prefix).filter { $0.address.family == .v6 }

    /// How many entries were typed; a test sees that every one of them was read as a prefix.
    static var entryCount: Int { table.count }

    private static let table: [(String, String)] = [
        ("0.0.0.0/8", "this network (RFC 791)"),
        ("10.0.0.0/8", "private use (RFC 1918)"),
        ("100.64.0.0/10", "shared address space (RFC 6598)"),
        ("127.0.0.0/8", "loopback (RFC 1122)"),
        ("169.254.0.0/16", "link local (RFC 3927)"),
        ("172.16.0.0/12", "private use (RFC 1918)"),
        ("192.0.0.0/24", "IETF protocol assignments (RFC 6890)"),
        ("192.0.2.0/24", "documentation (RFC 5737)"),
        ("192.31.196.0/24", "AS112 (RFC 7535)"),
        ("192.52.193.0/24", "AMT (RFC 7450)"),
        ("192.88.99.0/24", "6to4 relay anycast (RFC 7526)"),
        ("192.168.0.0/16", "private use (RFC 1918)"),
        ("192.175.48.0/24", "AS112 direct delegation (RFC 7534)"),
        ("198.18.0.0/15", "benchmarking (RFC 2544)"),
        ("198.51.100.0/24", "documentation (RFC 5737)"),
        ("203.0.113.0/24", "documentation (RFC 5737)"),
        ("224.0.0.0/4", "multicast (RFC 5771)"),
        ("240.0.0.0/4", "reserved (RFC 1112)"),
        ("255.255.255.255/32", "limited broadcast (RFC 8190)"),
        ("::/128", "unspecified (RFC 4291)"),
        ("::1/128", "loopback (RFC 4291)"),
        ("::/96", "IPv4-compatible (RFC 4291)"),
        ("::ffff:0.0.0.0/96", "IPv4-mapped (RFC 4291)"),
        ("::ffff:0:0:0/96", "IPv4-translated (RFC 2765)"),
        ("64:ff9b::/96", "IPv4-IPv6 translation (RFC 6052)"),
        ("64:ff9b:1::/48", "IPv4-IPv6 translation, local use (RFC 8215)"),
        ("100::/64", "discard only (RFC 6666)"),
        ("100:0:0:1::/64", "dummy prefix (RFC 9780)"),
        ("2001::/23", "IETF protocol assignments, Teredo and ORCHID among them (RFC 2928)"),
        ("2001:db8::/32", "documentation (RFC 3849)"),
        ("2002::/16", "6to4 (RFC 3056)"),
        ("2620:4f:8000::/48", "AS112 direct delegation (RFC 7534)"),
        ("3fff::/20", "documentation (RFC 9637)"),
        ("5f00::/16", "segment routing (RFC 9602)"),
        ("fc00::/7", "unique local (RFC 4193)"),
        ("fe80::/10", "link local (RFC 4291)"),
        ("fec0::/10", "site local, deprecated (RFC 3879)"),
        ("ff00::/8", "multicast (RFC 4291)"),
    ]
}
