public import SansIO

/// The ICMP errors about translated packets.
///
/// RFC 5508 §4, RFC 4787 REQ-10: they pass both ways as long as a mapping for what they quote is alive, and
/// neither keep it alive nor end it (REQ-12). One about a packet that the filter had not let pass is refused
/// like that packet.
extension NAT {
    /// An ICMP error after its translation.
    public struct ErrorTranslation: Hashable, Sendable {
        /// In place of the error's own destination (inbound) or source (outbound).
        public let outer: IPAddress
        /// The flow of the quoted packet, as the receiver of the error knows it.
        public let quoted: FlowKey
    }

    /// Translates an error from outside about a packet that the NAT had sent out as `quoted`.
    public mutating func inboundError(
        quoting quoted: FlowKey,
        at now: Instant
    ) throws(NATDrop) -> ErrorTranslation {
        advance(to: now)
        return try counting { nat throws(NATDrop) in try nat.inward(quoted) }
    }

    /// Translates an error of an inside host, or of a router there, about a packet that it had got as `quoted`.
    public mutating func outboundError(
        quoting quoted: FlowKey,
        at now: Instant
    ) throws(NATDrop) -> ErrorTranslation {
        advance(to: now)
        return try counting { nat throws(NATDrop) in try nat.outward(quoted) }
    }

    /// Translates an error of an inside host about a hairpinned packet: out, and in again (RFC 5508 REQ-7).
    ///
    /// `source` is what takes the place of the error's own source.
    mutating func hairpinnedError(
        quoting quoted: FlowKey
    ) throws(NATDrop) -> (source: IPAddress, inside: ErrorTranslation) {
        guard behavior.hairpin == .external else { throw .hairpinRefused }
        let outside = try outward(quoted)
        return (outside.outer, try inward(outside.quoted))
    }

    func inward(_ quoted: FlowKey) throws(NATDrop) -> ErrorTranslation {
        guard let index = mappings.index(external: quoted.source, quoted.protocol) else { throw .noMapping }
        let mapping = mappings[index]
        let original = FlowKey(quoted.protocol, from: mapping.internal, to: quoted.destination)
        guard behavior.mapping.narrowed(original) == mapping.internalKey, sessions.knows(quoted) else {
            throw .filtered
        }
        return ErrorTranslation(outer: mapping.internal.address, quoted: original)
    }

    func outward(_ quoted: FlowKey) throws(NATDrop) -> ErrorTranslation {
        let key = behavior.mapping.narrowed(quoted.reversed)
        guard let index = mappings.index(internal: key) else { throw .noMapping }
        let external = mappings[index].external
        let translated = FlowKey(quoted.protocol, from: quoted.source, to: external)
        guard sessions.knows(translated.reversed) else { throw .filtered }
        return ErrorTranslation(outer: external.address, quoted: translated)
    }

    private mutating func counting<Result>(
        _ body: (borrowing NAT) throws(NATDrop) -> Result
    ) throws(NATDrop) -> Result {
        do throws(NATDrop) {
            return try body(self)
        } catch {
            drops.add(error)
            throw error
        }
    }
}
