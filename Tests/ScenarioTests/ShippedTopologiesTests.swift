import SansIO
import Scenario
import Testing
import VirtualNetwork
import YAML

struct ShippedTopologiesTests {
    @Test(arguments: ShippedTopologies.networks)
    func everyNetworkCanBeBuilt(name: String) throws {
        let description = try ShippedTopologies.library.network(name)
        let plan = NetworkPlan(description)
        #expect(!description.about.isEmpty)
        #expect(description.about.contains("expected") || description.about.contains("not always found"))
        let network = try Network(plan.wiring, seed: 1, packetCapacity: 64, at: Instant(nanoseconds: 0))
        let held = network.packetCount
        #expect(held == 0)
        // A file of hosts, an interface with an address, and a way out for each host.
        for host in plan.hosts where host.router == nil {
            #expect(host.hostsText?.contains("localhost") == true)
            for interface in host.interfaces {
                #expect(!interface.addresses.isEmpty && !interface.gateways.isEmpty, "\(host.name)")
            }
        }
        #expect(description.hosts.contains { $0.role == .sender })
        #expect(description.hosts.contains { $0.role == .receiver })
    }

    @Test(arguments: ShippedTopologies.conditions)
    func everyConditionSaysWhereItIsFrom(name: String) throws {
        let condition = try ShippedTopologies.library.condition(name)
        #expect(!condition.about.isEmpty && !condition.source.isEmpty)
        #expect(condition.link != .init())
    }

    @Test func theNetworksThatThePlanNamesAreThere() {
        let names = ShippedTopologies.networks
        for name in [
            "lan", "home-home", "full-cone--symmetric", "symmetric--symmetric", "cgnat", "one-cgnat",
            "udp-blocked-a", "udp-blocked-b", "udp-blocked-both", "only-443", "v6-v4", "relay-behind-1-1",
            "multihomed", "no-turn", "linux-home-home",
        ] {
            #expect(names.contains(name), "\(name)")
        }
    }

    /// Files with a line lost, doubled or spoilt are refused with a place, or are still a network.
    @Test(arguments: ShippedTopologies.networks)
    func aSpoiltFileIsRefusedWithItsPlace(name: String) throws {
        let text = try ShippedTopologies.text(.networks, name)
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(
            Array.init
        )
        var random = SeededRandom(seed: UInt64(name.count))
        for attempt in 0..<60 {
            var spoilt = lines
            let line = Int(random.next() % UInt64(lines.count))
            switch attempt % 4 {
            case 0: spoilt.remove(at: line)
            case 1: spoilt.insert(spoilt[line], at: line)
            case 2: spoilt[line].removeAll { $0 == UInt8(ascii: ":") }
            default:
                guard !spoilt[line].isEmpty else { continue }
                let place = Int(random.next() % UInt64(spoilt[line].count))
                spoilt[line][place] = UInt8(truncatingIfNeeded: random.next())
            }
            do {
                let description = try NetworkDescription(
                    Array(spoilt.joined(separator: [UInt8(ascii: "\n")])),
                    file: "spoilt.yaml",
                    name: name,
                    conditions: ShippedTopologies.library.condition
                )
                _ = NetworkDrawing(NetworkPlan(description)).text
            } catch let problems as YAMLProblems {
                #expect(problems.problems.allSatisfy { $0.description.hasPrefix("spoilt.yaml:") })
                #expect(!problems.problems.isEmpty)
            }
        }
    }
}
