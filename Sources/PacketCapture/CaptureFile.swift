public import SansIO

/// A pcapng file as bytes: what was captured on which interface, when, and what happened meanwhile.
///
/// draft-ietf-opsawg-pcapng. Packets begin with their IP header (LINKTYPE_RAW); times are nanoseconds.
public struct CaptureFile: Sendable {
    /// An interface that packets are captured on.
    public struct Interface: Hashable, Sendable {
        /// Such as "ipad/wlan0".
        public var name: String
        public var about: String

        public init(name: String, about: String = "") {
            self.name = name
            self.about = about
        }
    }

    private enum Block {
        static let section: UInt32 = 0x0A0D_0D0A
        static let interface: UInt32 = 1
        static let names: UInt32 = 4
        static let statistics: UInt32 = 5
        static let packet: UInt32 = 6
    }

    private static let rawLinkType: UInt16 = 101
    private let interfaces: [Interface]
    /// Comments that wait for the next packet.
    private var comments: [String] = []

    public init(_ interfaces: [Interface]) {
        self.interfaces = interfaces
    }

    /// The beginning of the file: who wrote it, its interfaces, and the names of addresses.
    public func header(application: String, names: [(IPAddress, String)] = []) -> [UInt8] {
        var body = BlockBody()
        body.append(UInt32(0x1A2B_3C4D))
        body.append(UInt16(1))
        body.append(UInt16(0))
        body.append(UInt64.max)
        body.option(4, application)
        body.endOptions()
        var bytes = body.block(Block.section)
        for interface in interfaces {
            var body = BlockBody()
            body.append(Self.rawLinkType)
            body.append(UInt16(0))
            body.append(UInt32(0))
            body.option(2, interface.name)
            if !interface.about.isEmpty { body.option(3, interface.about) }
            // if_tsresol: 10^-9 s.
            body.option(9, bytes: [9])
            body.endOptions()
            bytes += body.block(Block.interface)
        }
        return names.isEmpty ? bytes : bytes + Self.names(names)
    }

    private static func names(_ names: [(IPAddress, String)]) -> [UInt8] {
        var body = BlockBody()
        for (address, name) in names {
            let value = address.bytes + Array(name.utf8) + [0]
            body.record(address.family == .v4 ? 1 : 2, value)
        }
        body.record(0, [])
        return body.block(Block.names)
    }

    /// Remarks something, such as an event; it stands at the next packet.
    public mutating func remark(_ text: String) {
        comments.append(text)
    }

    /// The end of the file: remarks behind the last packet, as the comment of an interface's statistics.
    public mutating func end(at nanoseconds: UInt64) -> [UInt8] {
        guard !comments.isEmpty else { return [] }
        var body = BlockBody()
        body.append(UInt32(0))
        body.append(UInt32(truncatingIfNeeded: nanoseconds >> 32))
        body.append(UInt32(truncatingIfNeeded: nanoseconds))
        for comment in comments { body.option(1, comment) }
        comments = []
        body.endOptions()
        return body.block(Block.statistics)
    }

    /// One packet as it crossed an interface, at a time in nanoseconds since 1970.
    public mutating func packet(
        _ bytes: [UInt8],
        on interface: Int,
        isInbound: Bool,
        at nanoseconds: UInt64
    ) -> [UInt8] {
        var body = BlockBody()
        body.append(UInt32(clamping: interface))
        body.append(UInt32(truncatingIfNeeded: nanoseconds >> 32))
        body.append(UInt32(truncatingIfNeeded: nanoseconds))
        body.append(UInt32(bytes.count))
        body.append(UInt32(bytes.count))
        body.append(padded: bytes)
        for comment in comments { body.option(1, comment) }
        comments = []
        // epb_flags: the direction.
        body.option(2, bytes: [isInbound ? 1 : 2, 0, 0, 0])
        body.endOptions()
        return body.block(Block.packet)
    }
}

/// The inside of a block, in the byte order of whoever writes it: little-endian here.
private struct BlockBody {
    private var bytes: [UInt8] = []

    mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }

    mutating func append(padded value: [UInt8]) {
        bytes += value
        bytes += repeatElement(0, count: (4 - value.count % 4) % 4)
    }

    /// An option, or a record of names: both have a code and a length before their value.
    mutating func option(_ code: UInt16, bytes value: [UInt8]) {
        append(code)
        append(UInt16(clamping: value.count))
        append(padded: value)
    }

    mutating func option(_ code: UInt16, _ text: String) {
        option(code, bytes: Array(text.utf8.prefix(60_000)))
    }

    mutating func record(_ code: UInt16, _ value: [UInt8]) { option(code, bytes: value) }

    mutating func endOptions() { append(UInt32(0)) }

    func block(_ type: UInt32) -> [UInt8] {
        var whole = BlockBody()
        let length = UInt32(bytes.count + 12)
        whole.append(type)
        whole.append(length)
        whole.bytes += bytes
        whole.append(length)
        return whole.bytes
    }
}
