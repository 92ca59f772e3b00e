import SansIO
import Testing
import VirtualNetwork

/// Rebinding, a new address, a reboot: what a live flow sees of each.
struct NATEventTests {
    @Test(arguments: NATClassificationTests.cells)
    func everyFlowHasAnotherPortAfterARebinding(behavior: NATBehavior) throws {
        let nat = ProbedNAT(behavior)
        let sockets = (0..<30).map { Endpoint.host(UInt8(10 + $0 % 3), UInt16(5000 + $0)) }
        let before = try sockets.map { try #require(nat.external(of: $0, to: .server(1))) }
        nat.nat.rebindPorts(at: nat.now)
        for external in before {
            #expect(nat.receive(from: .server(1), to: external).way == .dropped(.noMapping))
        }
        let after = try sockets.map { try #require(nat.external(of: $0, to: .server(1))) }
        #expect(Set(before).isDisjoint(with: after) && Set(after).count == after.count)
        for (socket, external) in zip(sockets, after) {
            #expect(nat.delivery(from: .server(1), to: external) == socket)
        }
        // The old ports are dead, and nobody else's.
        for external in before {
            #expect(nat.receive(from: .server(1), to: external).way == .dropped(.noMapping))
        }
        if behavior.ports != .random {
            #expect(zip(sockets, after).allSatisfy { $0.port % 2 == $1.port % 2 })
        }
    }

    @Test func theBehaviorIsTheSameAfterARebinding() {
        for behavior in NATClassificationTests.cells where behavior.hairpin == .external {
            let nat = ProbedNAT(behavior)
            _ = nat.external(of: .host(10, 5000), to: .server(1))
            nat.nat.rebindPorts(at: nat.now)
            var classifier = NATClassifier(nat)
            #expect(classifier.mapping() == behavior.mapping)
            #expect(classifier.filtering() == behavior.filtering)
            #expect(classifier.ports() == behavior.ports)
        }
    }

    /// Only packets from inside make the new mapping; filters have forgotten everybody.
    @Test func whoWasLetInBeforeARebindingHasToBeSentToAgain() throws {
        let nat = ProbedNAT(NATBehavior())
        let socket = Endpoint.host(10, 5000)
        for server in UInt8(1)...2 { _ = nat.external(of: socket, to: .server(server)) }
        nat.nat.rebindPorts(at: nat.now)
        #expect(nat.nat.mappingCount == 0 && nat.nat.sessionCount == 0)
        let external = try #require(nat.external(of: socket, to: .server(1)))
        #expect(nat.receive(from: .server(2), to: external).way == .dropped(.filtered))
        #expect(nat.delivery(from: .server(1), to: external) == socket)
    }

    @Test func twoRebindingsNeverGoBack() throws {
        let nat = ProbedNAT(NATBehavior())
        var seen: Set<Endpoint> = []
        for _ in 0..<20 {
            let external = try #require(nat.external(of: .host(10, 5000), to: .server(1)))
            #expect(seen.insert(external).inserted)
            nat.nat.rebindPorts(at: nat.now)
        }
    }

    @Test func heldPortsAreFreeAgainInTheEnd() {
        let nat = ProbedNAT(NATBehavior())
        #expect(nat.external(of: .host(10, 5000), to: .server(1))?.port == 5000)
        nat.nat.rebindPorts(at: nat.now)
        nat.advance(by: .seconds(7440) - .nanoseconds(1))
        #expect(nat.external(of: .host(10, 5000), to: .server(1))?.port != 5000)
        nat.advance(by: .seconds(301))
        #expect(nat.external(of: .host(10, 5000), to: .server(1))?.port == 5000)
    }

    @Test func aNewAddressTakesThePlaceOfTheOld() throws {
        let nat = ProbedNAT(NATBehavior())
        let (old, new) = (Endpoint(.wan, 5000), Endpoint(IPAddress(198, 18, 7, 99), 5000))
        let socket = Endpoint.host(10, 5000)
        #expect(nat.external(of: socket, to: .server(1)) == old)
        nat.nat.changeAddresses(to: [new.address], at: nat.now)
        #expect(nat.receive(from: .server(1), to: old).way == .dropped(.noMapping))
        #expect(nat.receive(from: .server(1), to: new).way == .dropped(.noMapping))
        #expect(nat.external(of: socket, to: .server(1)) == new)
        #expect(nat.delivery(from: .server(1), to: new) == socket)
        #expect(nat.nat.isExternal(new.address) && !nat.nat.isExternal(old.address))
    }

    @Test func aRebootForgetsEverythingButMayGiveTheSamePorts() {
        let nat = ProbedNAT(NATBehavior())
        let external = nat.external(of: .host(10, 5000), to: .server(1))
        nat.nat.rebindPorts(at: nat.now)
        nat.nat.reboot(at: nat.now)
        #expect(nat.nat.mappingCount == 0 && nat.nat.sessionCount == 0)
        #expect(nat.receive(from: .server(1), to: Endpoint(.wan, 5000)).way == .dropped(.noMapping))
        #expect(nat.external(of: .host(10, 5000), to: .server(1)) == external)
    }

    @Test func aConnectionBreaksByARebindingAndTheHostGetsToKnow() throws {
        let nat = ProbedNAT(NATBehavior())
        let outgoing = FlowKey(.tcp, from: .host(10, 5000), to: .server(1, 443))
        let first = FlowKey(.tcp, from: Endpoint(.wan, 5000), to: .server(1, 443))
        #expect(nat.nat.outbound(outgoing, .syn, at: nat.now) == .outside(first))
        nat.nat.rebindPorts(at: nat.now)
        guard case .outside(let moved) = nat.nat.outbound(outgoing, .ack, at: nat.now) else {
            Issue.record("the segment does not leave")
            return
        }
        #expect(moved.source.port != 5000)
        #expect(nat.nat.inbound(moved.reversed, .rst, at: nat.now) == .inside(outgoing.reversed))
    }
}
