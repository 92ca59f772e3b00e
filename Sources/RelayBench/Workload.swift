import Relay
import SansIO

/// A kind of traffic, as a cell of the table.
struct Workload: Hashable, Sendable {
    /// How packets follow each other, and what the cables do to them.
    enum Kind: String, CaseIterable, Sendable {
        /// A hundred flows, one packet each in turn, single datagrams: a conference's mix.
        case wireInter = "wire-inter"
        /// Ten flows, sixteen packets of one in a row, single datagrams on the cable: video frames.
        case wireBurst = "wire-burst"
        /// The same, on cables that carry sixteen datagrams as one packet: what a naive measurement measures.
        case bulkBurst = "bulk-burst"

        /// Whether the cables carry nothing that is greater than their MTU.
        var isCut: Bool { self != .bulkBurst }
        var clients: Int { self == .wireInter ? 100 : 10 }
        var pattern: BenchPlan.Pattern { self == .wireInter ? .interleaved : .superPackets }
    }

    var kind: Kind
    var payloadLength: Int
    var direction: BenchPlan.Direction

    var name: String { "\(kind.rawValue) \(payloadLength) \(direction.rawValue)" }

    /// All cells, in the order of the table.
    static let all = Kind.allCases.flatMap { kind in
        [100, 1_200].flatMap { length in
            [BenchPlan.Direction.up, .down].map { Workload(kind: kind, payloadLength: length, direction: $0) }
        }
    }

    /// What the generator is to do for it.
    func plan(server: Endpoint, clients: IPAddress, peers: IPAddress, for duration: Duration) -> BenchPlan {
        var plan = BenchPlan(server: server, clientAddress: clients, peerAddress: peers)
        plan.clients = kind.clients
        plan.payloadLength = payloadLength
        plan.direction = direction
        plan.pattern = kind.pattern
        plan.duration = duration
        return plan
    }
}
