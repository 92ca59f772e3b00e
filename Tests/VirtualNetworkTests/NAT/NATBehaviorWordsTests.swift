import Testing
import VirtualNetwork

struct NATBehaviorWordsTests {
    @Test func readsEveryWord() throws {
        var behavior = NATBehavior()
        for choice in EndpointDependence.allCases {
            try behavior.set("mapping", to: choice.rawValue)
            try behavior.set("filtering", to: choice.rawValue)
            #expect(behavior.mapping == choice && behavior.filtering == choice)
        }
        try behavior.set("ports", to: "contiguous")
        try behavior.set("hairpin", to: "internal")
        try behavior.set("pooling", to: "arbitrary")
        try behavior.set("refresh", to: "both")
        #expect(behavior.ports == .contiguous && behavior.hairpin == .internal)
        #expect(behavior.pooling == .arbitrary && behavior.refresh == .both)
    }

    @Test(arguments: NATAlias.allCases)
    func readsTheClassicNames(alias: NATAlias) throws {
        #expect(try NATBehavior(alias: alias.rawValue) == alias.behavior)
    }

    @Test(arguments: [
        (
            "mapping", "adress-dependent",
            "unknown NAT mapping \"adress-dependent\", did you mean \"address-dependent\"? (accepted: "
                + "endpoint-independent, address-dependent, address-and-port-dependent)"
        ),
        (
            "ports", "overload",
            "unknown NAT port assignment \"overload\" (accepted: preserve, random, parity, contiguous)"
        ),
        (
            "hairpin", "yes",
            "unknown NAT hairpinning \"yes\" (accepted: none, external, internal)"
        ),
        (
            "filter", "x",
            "unknown NAT property \"filter\", did you mean \"filtering\"? (accepted: mapping, filtering, "
                + "ports, hairpin, pooling, refresh)"
        ),
    ])
    func saysWhatStoodThereAndWhatIsAccepted(property: String, word: String, text: String) {
        var behavior = NATBehavior()
        let error = #expect(throws: UnknownWord.self) { try behavior.set(property, to: word) }
        #expect(error?.description == text)
        #expect(behavior == NATBehavior())
    }

    @Test func namesTheKindsOfNAT() {
        let error = #expect(throws: UnknownWord.self) { try NATBehavior(alias: "cone") }
        let accepted = "full-cone, address-restricted, port-restricted, symmetric"
        #expect(error?.description == "unknown kind of NAT \"cone\" (accepted: \(accepted))")
    }
}
