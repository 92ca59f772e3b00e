import EventLoop
import Namespaces
import Relay
import STUN
import SansIO
import Trial

/// The load generator, on its CPU and in the namespaces of whom it loads.
struct Generator: Sendable {
    var cpu: Int
    var secret: SharedSecret

    /// Carries a plan out against a server.
    func run(_ plan: BenchPlan, against server: BenchedServer) throws -> BenchResult {
        var plan = plan
        plan.serverPID = server.pid
        plan.tlsAuthority = server.settings.certificate.authority
        do {
            return try perform(try BenchRun(plan, secret: secret), in: server.network.load)
        } catch {
            throw BenchTrouble("\(server.name): \(error); it said: \(server.lastWords)")
        }
    }

    /// Carries a plan out without any server.
    func run(_ plan: BenchPlan, over network: DirectNetwork) throws -> BenchResult {
        let peers = network.peers
        let run = try BenchRun(plan, secret: nil) { endpoint, options in
            try peers.enter { try UDPSocket(bindingTo: endpoint, options: options) }
        }
        return try perform(run, in: network.clients)
    }

    private func perform(_ run: BenchRun, in namespace: NetworkNamespace) throws -> BenchResult {
        try LoopThread.perform(name: "bench", cpu: cpu) { try namespace.enter { try run.perform() } }
    }
}
