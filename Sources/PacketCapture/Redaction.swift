public import SansIO
internal import VirtualNetwork

/// Takes credentials out of captured packets: what a capture shows somebody else must not let him in.
///
/// Lengths stay, checksums are made right again. In STUN, user names and message integrity; in HTTP that is not
/// encrypted, tokens in headers and in JSON.
public enum Redaction {
    /// Overwrites credentials in a packet that begins with its IP header.
    public static func apply(to packet: PacketBuffer) {
        guard let content = try? IPPacket(reading: packet) else { return }
        let payload: PacketBuffer
        if let udp = content.udp {
            payload = udp.payload
        } else if content.content == .tcp, content.payload.count >= 20 {
            let header = Int(content.payload[12] >> 4) * 4
            guard header >= 20, header <= content.payload.count else { return }
            payload = content.payload.slice(header..<content.payload.count)
        } else {
            return
        }
        let isChanged = redactSTUN(payload) || redactText(payload)
        if isChanged { content.fillTransportChecksum() }
    }

    /// USERNAME, MESSAGE-INTEGRITY and MESSAGE-INTEGRITY-SHA256 of every message that begins here; over TCP
    /// one may follow another.
    private static func redactSTUN(_ payload: PacketBuffer) -> Bool {
        var isChanged = false
        var start = 0
        while start + 20 <= payload.count, payload[start] < 0x40, payload.uint16(at: start + 4) == 0x2112,
            payload.uint16(at: start + 6) == 0xA442
        {
            let end = start + 20 + Int(payload.uint16(at: start + 2))
            guard end <= payload.count else { return isChanged }
            var place = start + 20
            while place + 4 <= end {
                let (type, length) = (payload.uint16(at: place), Int(payload.uint16(at: place + 2)))
                guard place + 4 + length <= end else { break }
                if type == 0x0006 || type == 0x0008 || type == 0x001C {
                    for offset in 0..<length { payload[place + 4 + offset] = UInt8(ascii: "x") }
                    isChanged = true
                }
                place += 4 + (length + 3) & ~3
            }
            start = end
        }
        return isChanged
    }

    /// The values behind these words, up to the end of the line or of the string.
    private static let headers = ["authorization:", "apikey:", "cookie:", "set-cookie:"]
    private static let members = [
        "\"credential\"", "\"access_token\"", "\"refresh_token\"", "\"password\"", "\"pwd\"", "\"apikey\"",
    ]

    private static func redactText(_ payload: PacketBuffer) -> Bool {
        var isChanged = false
        for word in headers {
            for place in places(of: word, in: payload) {
                var offset = place
                while offset < payload.count, payload[offset] != 0x0D, payload[offset] != 0x0A {
                    payload[offset] = UInt8(ascii: "x")
                    offset += 1
                }
                isChanged = true
            }
        }
        for word in members {
            for place in places(of: word, in: payload) {
                isChanged = redactString(payload, from: place) || isChanged
            }
        }
        return isChanged
    }

    /// A JSON string that begins behind a colon.
    private static func redactString(_ payload: PacketBuffer, from place: Int) -> Bool {
        var offset = place
        while offset < payload.count, [0x20, 0x3A, 0x09].contains(payload[offset]) { offset += 1 }
        guard offset < payload.count, payload[offset] == UInt8(ascii: "\"") else { return false }
        offset += 1
        while offset < payload.count, payload[offset] != UInt8(ascii: "\"") {
            payload[offset] = UInt8(ascii: "x")
            offset += 1
        }
        return true
    }

    /// Where what follows a word begins, in letters of either case.
    private static func places(of word: String, in payload: PacketBuffer) -> [Int] {
        let wanted = Array(word.utf8)
        guard payload.count > wanted.count else { return [] }
        return (0..<payload.count - wanted.count).filter { start in
            for offset in wanted.indices {
                let byte = payload[start + offset]
                let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
                if lower != wanted[offset] { return false }
            }
            return true
        }.map { $0 + wanted.count }
    }
}
