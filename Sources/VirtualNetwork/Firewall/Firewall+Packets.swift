public import SansIO

/// Whole packets: flows, ICMP errors and fragments.
extension Firewall {
    /// Judges a whole packet from inside.
    public mutating func inspectOutbound(_ packet: IPPacket, at now: Instant) -> Verdict {
        advance(to: now)
        do throws(FirewallDrop) {
            if packet.content == .laterFragment {
                guard outboundFragments.knows(packet, at: now) else { throw .fragmentWithoutFirst }
                return .passed
            }
            switch packet.icmp?.kind {
            case .error: try requireKnown(try packet.quotedFlow().reversed)
            case .echoReply: throw .unsolicited
            default: try passOutbound(try packet.trackedFlow(), packet.flags, at: now)
            }
            outboundFragments.note(packet, at: now)
            return .passed
        } catch {
            return refuse(error, policy.outboundRefusal)
        }
    }

    /// Judges a whole packet from outside.
    public mutating func inspectInbound(_ packet: IPPacket, at now: Instant) -> Verdict {
        advance(to: now)
        do throws(FirewallDrop) {
            if packet.content == .laterFragment {
                guard inboundFragments.knows(packet, at: now) else { throw .fragmentWithoutFirst }
                return .passed
            }
            switch packet.icmp?.kind {
            case .error: try requireKnown(try packet.quotedFlow())
            case .echoRequest: throw .unsolicited
            default: try passInbound(try packet.trackedFlow(), packet.flags, at: now)
            }
            inboundFragments.note(packet, at: now)
            return .passed
        } catch {
            return refuse(error, policy.inboundRefusal)
        }
    }
}

extension FragmentTable<Bool> {
    fileprivate func knows(_ packet: IPPacket, at now: Instant) -> Bool {
        guard let fragment = packet.fragment else { return false }
        return value(for: FragmentKey(packet, fragment), at: now) == true
    }

    fileprivate mutating func note(_ packet: IPPacket, at now: Instant) {
        guard let fragment = packet.fragment else { return }
        set(FragmentKey(packet, fragment), to: true, at: now)
    }
}

extension IPPacket {
    fileprivate func trackedFlow() throws(FirewallDrop) -> FlowKey {
        if case .malformed = content { throw .malformed }
        guard let flow else { throw .unsupported }
        return flow
    }

    fileprivate func quotedFlow() throws(FirewallDrop) -> FlowKey {
        guard let flow = icmp?.quoted?.flow else { throw .malformed }
        return flow
    }
}
