public import SansIO
public import VirtualNetwork

/// What happens to a host, or to the network around it, at one moment.
///
/// Each has a verb of its own because each looks different to an application: whether sending fails, whether
/// the address is still listed, whether the interface is said to be running.
public enum HostVerb: Hashable, Sendable {
    /// The path swallows these directions: sending works, nothing comes. Empty ends it.
    case blackhole(Set<LinkDirection>)
    /// The cable is out: the address stays, the interface is up and not running.
    case carrier(Bool)
    /// The interface is switched off: sending fails, its addresses and routes are gone.
    case interface(Bool)
    /// The addresses are gone, the interface is up.
    case addressRemoved
    /// The interface has this address instead of those of its version it had; nil for another of its network.
    case addressReplaced(IPAddress?)
    /// The interface has what it had at the start.
    case addressRestored
    /// The default route is there, or is not: sending fails, the address stays.
    case route(Bool)
    /// The first router refuses everything with "administratively prohibited".
    case prohibited(Bool)
    /// What goes to the backend and comes from it is swallowed in these directions. Empty ends it.
    case signalingCut(Set<LinkDirection>)
    /// Everything else is swallowed in these directions. Empty ends it.
    case mediaCut(Set<LinkDirection>)
    /// The first NAT gives every flow another port.
    case portRebound
    /// The first NAT has this address outside; nil for another one.
    case addressRebound(IPAddress?)
    /// The first router is switched off, or on again with all flows forgotten and another address outside.
    case power(Bool)
    /// The host's access link has the conditions of this name; nil for those of the start.
    case condition(String?)
    /// The host leaves one interface for another one.
    case uplinkSwitched(UplinkSwitch)

    /// What ends it, where it is something that lasts.
    public var undone: HostVerb? {
        switch self {
        case .blackhole: .blackhole([])
        case .carrier(let isOn): .carrier(!isOn)
        case .interface(let isOn): .interface(!isOn)
        case .addressRemoved, .addressReplaced: .addressRestored
        case .route(let isThere): .route(!isThere)
        case .prohibited(let isOn): .prohibited(!isOn)
        case .signalingCut: .signalingCut([])
        case .mediaCut: .mediaCut([])
        case .power(let isOn): .power(!isOn)
        case .condition: .condition(nil)
        case .addressRestored, .portRebound, .addressRebound, .uplinkSwitched: nil
        }
    }
}

/// How a host goes from one interface to another, such as from Wi-Fi to cellular.
public struct UplinkSwitch: Hashable, Sendable {
    /// Which comes first.
    public enum Order: String, Hashable, Sendable, ConfigurationWord {
        /// Both are up for a while.
        case makeBeforeBreak = "make-before-break"
        /// None is up for a while.
        case breakBeforeMake = "break-before-make"

        public static var subject: String { "order of an uplink switch" }
    }

    /// The interface that is left; nil for the host's first.
    public var from: String?
    public var to: String
    public var order: Order
    /// How long both are up, or none.
    public var overlap: Duration

    public init(from: String? = nil, to: String, order: Order, overlap: Duration) {
        self.from = from
        self.to = to
        self.order = order
        self.overlap = overlap
    }

    /// The steps, each with the time from the switch's beginning.
    public var steps: [(after: Duration, interface: String?, verb: HostVerb)] {
        switch order {
        case .makeBeforeBreak: [(.zero, to, .interface(true)), (overlap, from, .interface(false))]
        case .breakBeforeMake: [(.zero, from, .interface(false)), (overlap, to, .interface(true))]
        }
    }
}
