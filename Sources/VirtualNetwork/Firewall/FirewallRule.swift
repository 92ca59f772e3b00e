public import SansIO

/// Which flows between inside and outside are let through, by what their outside end is.
public struct FirewallRule: Hashable, Sendable {
    /// What becomes of a flow.
    public enum Action: Hashable, Sendable {
        case pass
        case refuse
    }

    public var action: Action
    /// The protocol it is about; nil for all.
    public var `protocol`: IPProtocol?
    /// The outside addresses it is about; nil for all of both versions.
    public var addresses: IPPrefix?
    /// The outside ports it is about; nil for all.
    public var ports: ClosedRange<UInt16>?

    public init(
        _ action: Action,
        _ protocol: IPProtocol? = nil,
        addresses: IPPrefix? = nil,
        ports: ClosedRange<UInt16>? = nil
    ) {
        self.action = action
        self.protocol = `protocol`
        self.addresses = addresses
        self.ports = ports
    }

    /// Whether it is about a flow from inside.
    func matches(_ flow: FlowKey) -> Bool {
        if let wanted = self.protocol, wanted != flow.protocol { return false }
        if let addresses, !addresses.contains(flow.destination.address) { return false }
        if let ports, !ports.contains(flow.destination.port) { return false }
        return true
    }
}
