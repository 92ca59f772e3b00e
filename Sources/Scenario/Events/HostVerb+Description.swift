internal import SansIO
internal import VirtualNetwork
internal import YAML

extension HostVerb: CustomStringConvertible {
    /// The words it is read from.
    public var description: String {
        switch self {
        case .blackhole(let directions): "blackhole \(Self.word(directions))"
        case .carrier(let isOn): "carrier \(Self.word(isOn))"
        case .interface(let isOn): "interface \(Self.word(isOn))"
        case .addressRemoved: "address remove"
        case .addressReplaced(let address): "address replace\(Self.words(address))"
        case .addressRestored: "address restore"
        case .route(let isThere): "route \(Self.word(isThere))"
        case .prohibited(let isOn): "prohibit \(Self.word(isOn))"
        case .signalingCut(let directions): "cut signaling \(Self.word(directions))"
        case .mediaCut(let directions): "cut media \(Self.word(directions))"
        case .portRebound: "rebind port"
        case .addressRebound(let address): "rebind address\(Self.words(address))"
        case .power(let isOn): "power \(Self.word(isOn))"
        case .condition(let name): "condition \(name ?? "original")"
        case .uplinkSwitched(let change):
            "switch \(change.to) \(change.order.rawValue) \(change.overlap.quantityText)"
        }
    }

    private static func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }

    private static func word(_ directions: Set<LinkDirection>) -> String {
        switch (directions.contains(.up), directions.contains(.down)) {
        case (true, true): "both"
        case (true, false): "up"
        case (false, true): "down"
        case (false, false): "off"
        }
    }

    private static func words(_ address: IPAddress?) -> String { address.map { " \($0)" } ?? "" }
}
