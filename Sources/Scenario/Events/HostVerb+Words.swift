internal import SansIO
internal import VirtualNetwork
internal import YAML

extension HostVerb {
    /// The words that begin a verb, in the order in which they are told.
    public static let words = [
        "blackhole", "carrier", "interface", "address", "route", "prohibit", "cut", "rebind", "power",
        "condition", "switch",
    ]

    /// One line for each verb, as help shows them.
    public static let forms = [
        ("blackhole both|up|down|off", "the path swallows packets; sending works"),
        ("carrier off|on", "the cable is out; the interface is up but not running"),
        ("interface off|on", "the interface is switched off; sending fails"),
        ("address remove|restore|replace [ADDRESS]", "the interface loses or changes its address"),
        ("route off|on", "there is no default route; sending fails"),
        ("prohibit on|off", "the first router answers \"administratively prohibited\""),
        ("cut signaling|media [both|up|down|off]", "one part of the traffic is swallowed"),
        ("rebind port|address [ADDRESS]", "the first NAT gives flows other ports, or has another address"),
        ("power off|on", "the first router reboots: all flows are forgotten"),
        ("condition NAME|original", "the access link has other conditions"),
        (
            "switch INTERFACE make-before-break|break-before-make [TIME]",
            "the host leaves its first interface for another one; 2 s between"
        ),
    ]

    /// Reads a verb as a command line or a timeline writes it: `["blackhole", "up"]`.
    public init(words: [String]) throws(VerbRefusal) {
        var words = WordList(words)
        let name = try words.next("a verb", accepted: Self.words)
        switch name {
        case "blackhole": self = .blackhole(try words.directions(orOff: true))
        case "carrier": self = .carrier(try words.onOff())
        case "interface": self = .interface(try words.onOff())
        case "address": self = try words.address()
        case "route": self = .route(try words.onOff())
        case "prohibit": self = .prohibited(try words.onOff())
        case "cut": self = try words.cut()
        case "rebind": self = try words.rebinding()
        case "power": self = .power(try words.onOff())
        case "condition":
            let condition = try words.next("a condition", accepted: ["NAME", "original"], isOpen: true)
            self = .condition(condition == "original" ? nil : condition)
        case "switch": self = try words.uplinkSwitch()
        default: throw VerbRefusal(word: name, place: "a verb", accepted: Self.words)
        }
        try words.end()
    }
}

/// A word of a verb that cannot be taken, or one that is missing.
public struct VerbRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// What stood there; nil when nothing did.
    public let word: String?
    /// What was to stand there.
    public let place: String
    public let accepted: [String]

    public var description: String {
        let list = accepted.joined(separator: ", ")
        guard let word else { return "\(place) is missing (accepted: \(list))" }
        guard !accepted.isEmpty else { return "\(quoted(word)) is too much" }
        let guess = NearestName.match(for: word, among: accepted).map { ", did you mean \"\($0)\"?" } ?? ""
        return "\(quoted(word)) is not \(place)\(guess) (accepted: \(list))"
    }
}

/// The words of one verb, taken one after the other.
private struct WordList {
    private var rest: ArraySlice<String>

    init(_ words: [String]) {
        rest = words[...]
    }

    mutating func next(
        _ place: String,
        accepted: [String],
        isOpen: Bool = false
    ) throws(VerbRefusal) -> String {
        guard let word = rest.popFirst() else {
            throw VerbRefusal(word: nil, place: place, accepted: accepted)
        }
        guard isOpen || accepted.contains(word) else {
            throw VerbRefusal(word: word, place: place, accepted: accepted)
        }
        return word
    }

    func end() throws(VerbRefusal) {
        guard let word = rest.first else { return }
        throw VerbRefusal(word: word, place: "the end", accepted: [])
    }

    mutating func onOff() throws(VerbRefusal) -> Bool {
        try next("a state", accepted: ["on", "off"]) == "on"
    }

    mutating func directions(orOff: Bool, isOptional: Bool = false) throws(VerbRefusal) -> Set<LinkDirection>
    {
        if isOptional, rest.isEmpty { return [.up, .down] }
        switch try next("a direction", accepted: ["both", "up", "down"] + (orOff ? ["off"] : [])) {
        case "up": return [.up]
        case "down": return [.down]
        case "off": return []
        default: return [.up, .down]
        }
    }

    private mutating func optionalAddress() throws(VerbRefusal) -> IPAddress? {
        guard let word = rest.popFirst() else { return nil }
        guard let address = IPAddress(word) else {
            throw VerbRefusal(word: word, place: "an address", accepted: ["an IPv4 or IPv6 address"])
        }
        return address
    }

    mutating func address() throws(VerbRefusal) -> HostVerb {
        switch try next("what happens to the address", accepted: ["remove", "restore", "replace"]) {
        case "remove": .addressRemoved
        case "restore": .addressRestored
        default: .addressReplaced(try optionalAddress())
        }
    }

    mutating func cut() throws(VerbRefusal) -> HostVerb {
        let part = try next("a part of the traffic", accepted: ["signaling", "media"])
        let directions = try directions(orOff: true, isOptional: true)
        return part == "signaling" ? .signalingCut(directions) : .mediaCut(directions)
    }

    mutating func rebinding() throws(VerbRefusal) -> HostVerb {
        switch try next("what is rebound", accepted: ["port", "address"]) {
        case "port": .portRebound
        default: .addressRebound(try optionalAddress())
        }
    }

    mutating func uplinkSwitch() throws(VerbRefusal) -> HostVerb {
        let interface = try next("an interface", accepted: ["INTERFACE"], isOpen: true)
        let orders = UplinkSwitch.Order.accepted
        let word = try next("an order", accepted: orders)
        guard let order = UplinkSwitch.Order(rawValue: word) else {
            throw VerbRefusal(word: word, place: "an order", accepted: orders)
        }
        var overlap = Duration.seconds(2)
        if let word = rest.popFirst() {
            let form = ValueForm.duration(.zero ... .seconds(600))
            guard let time = try? form.read(word) else {
                throw VerbRefusal(word: word, place: "a time", accepted: [form.accepted])
            }
            overlap = time
        }
        return .uplinkSwitched(UplinkSwitch(to: interface, order: order, overlap: overlap))
    }
}
