import SansIO
import Testing
import VirtualNetwork

/// RFC 5382: what a NAT knows of connections.
struct NATTCPTests {
    /// A NAT and one connection through it.
    private final class Connection {
        var nat: NAT
        var now = Instant(nanoseconds: 1)
        let outgoing = FlowKey(.tcp, from: .host(10, 5000), to: .server(1, 443))
        let incoming = FlowKey(.tcp, from: .server(1, 443), to: Endpoint(.wan, 5000))

        init(_ filtering: EndpointDependence = .addressAndPortDependent) {
            nat = NAT(NATBehavior(filtering: filtering), externalAddresses: [.wan], seed: 1)
        }

        @discardableResult func out(_ flags: TCPFlags) -> Bool {
            nat.outbound(outgoing, flags, at: now) == .outside(incoming.reversed)
        }

        @discardableResult func back(_ flags: TCPFlags) -> Bool {
            nat.inbound(incoming, flags, at: now) == .inside(outgoing.reversed)
        }

        func establish() {
            out(.syn)
            back([.syn, .ack])
            out(.ack)
        }

        func isAlive(after duration: Duration) -> Bool {
            nat.advance(to: now + duration - .nanoseconds(1))
            return nat.sessionCount > 0
        }

        func isGone(after duration: Duration) -> Bool {
            nat.advance(to: now + duration)
            return nat.sessionCount == 0 && nat.mappingCount == 0
        }
    }

    @Test(arguments: EndpointDependence.allCases)
    func anEstablishedConnectionLivesTwoHoursAndFourMinutes(filtering: EndpointDependence) {
        let connection = Connection(filtering)
        connection.establish()
        #expect(connection.isAlive(after: .seconds(7440)))
        #expect(connection.isGone(after: .seconds(7440)))
    }

    @Test func bothDirectionsKeepItAlive() {
        let connection = Connection()
        connection.establish()
        connection.now += .seconds(7000)
        #expect(connection.back(.ack))
        connection.now += .seconds(7000)
        #expect(connection.out(.ack))
        #expect(connection.isAlive(after: .seconds(7440)))
    }

    @Test(arguments: [[TCPFlags.syn], [.syn, .syn, .syn]])
    func anUnansweredSYNLivesFourMinutes(segments: [TCPFlags]) {
        let connection = Connection()
        for flags in segments { connection.out(flags) }
        #expect(connection.isAlive(after: .seconds(240)))
        #expect(connection.isGone(after: .seconds(240)))
    }

    @Test(arguments: [true, false])
    func aResetConnectionLivesFourMinutes(isSentByHost: Bool) {
        let connection = Connection()
        connection.establish()
        #expect(isSentByHost ? connection.out(.rst) : connection.back(.rst))
        #expect(connection.isAlive(after: .seconds(240)))
        #expect(connection.isGone(after: .seconds(240)))
    }

    @Test func aConnectionEndsWhenBothSidesHaveClosed() {
        let connection = Connection()
        connection.establish()
        connection.out([.fin, .ack])
        #expect(connection.isAlive(after: .seconds(7440)))
        connection.now += .seconds(7000)
        connection.back([.fin, .ack])
        connection.out(.ack)
        #expect(connection.isGone(after: .seconds(240)))
    }

    @Test func aClosedConnectionCanBeOpenedAnew() {
        let connection = Connection()
        connection.establish()
        connection.back(.rst)
        connection.establish()
        #expect(connection.isAlive(after: .seconds(7440)))
    }

    /// RFC 5382 REQ-4: no answer to an unsolicited SYN, no state.
    @Test(arguments: EndpointDependence.allCases)
    func whoMayOpenAConnectionFromOutsideIsTheFiltersChoice(filtering: EndpointDependence) {
        let connection = Connection(filtering)
        connection.establish()
        func open(_ peer: Endpoint, _ flags: TCPFlags) -> Translation {
            let flow = FlowKey(.tcp, from: peer, to: Endpoint(.wan, 5000))
            return connection.nat.inbound(flow, flags, at: connection.now)
        }
        func inside(_ peer: Endpoint) -> Translation {
            .inside(FlowKey(.tcp, from: peer, to: .host(10, 5000)))
        }
        let count = connection.nat.sessionCount
        let (samePeer, stranger) = (Endpoint.server(1, 999), Endpoint.server(2, 999))
        let isOpen = filtering == .endpointIndependent
        let isSameOpen = filtering != .addressAndPortDependent
        #expect(open(samePeer, .syn) == (isSameOpen ? inside(samePeer) : .dropped(.filtered)))
        #expect(open(stranger, .syn) == (isOpen ? inside(stranger) : .dropped(.filtered)))
        #expect(open(stranger, .ack) == .dropped(.filtered))
        #expect(open(stranger, [.syn, .ack]) == .dropped(.filtered))
        #expect(connection.nat.sessionCount == count)
        guard isOpen else { return }
        // The host's answer makes it a connection.
        let answer = FlowKey(.tcp, from: .host(10, 5000), to: stranger)
        let expected = FlowKey(.tcp, from: Endpoint(.wan, 5000), to: stranger)
        #expect(connection.nat.outbound(answer, [.syn, .ack], at: connection.now) == .outside(expected))
        #expect(open(stranger, .ack) == inside(stranger))
    }

    /// Both send a SYN, neither has a mapping for the other's yet but by its own.
    @Test func simultaneousOpenWorks() {
        let connection = Connection()
        #expect(connection.out(.syn))
        #expect(connection.back(.syn))
        #expect(connection.out([.syn, .ack]))
        #expect(connection.back(.ack))
        connection.out(.ack)
        #expect(connection.isAlive(after: .seconds(7440)))
    }

    /// A permission ends with the last connection that stood for it.
    @Test func nobodyMayOpenConnectionsToAPortWithoutAny() {
        let connection = Connection(.addressDependent)
        connection.establish()
        connection.back(.rst)
        connection.now += .seconds(240)
        connection.out(.syn)
        let again = FlowKey(.tcp, from: .server(1, 999), to: Endpoint(.wan, 5000))
        #expect(connection.nat.sessionCount == 2)
        connection.now += .seconds(240)
        #expect(connection.nat.inbound(again, .syn, at: connection.now) == .dropped(.noMapping))
        #expect(connection.nat.sessionCount == 0)
    }

    /// After a reboot a live connection's packets leave, so that the server's reset comes back.
    @Test func aConnectionFromBeforeAReboot() {
        let connection = Connection()
        connection.establish()
        connection.nat.reboot(at: connection.now)
        #expect(!connection.back(.ack))
        #expect(connection.out(.ack))
        #expect(connection.back(.rst))
        #expect(connection.isGone(after: .seconds(240)))
    }
}
