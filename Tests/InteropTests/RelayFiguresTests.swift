import Cryptography
import EventLoop
import Foundation
import Namespaces
import STUN
import SansIO
import TURN
import Testing
import Trial

@testable import RelayDemo

extension InteropTests {
    /// Figures of the release binary that an operator plans with.
    ///
    /// Times are printed and not judged.
    @Suite struct RelayFiguresTests {
        @Test func answersSoonAfterItsStart() throws {
            let directory = try TemporaryDirectory()
            let network = try DemoNetwork()
            let client = try network.client.namespace.enter {
                try UDPSocket(bindingTo: Endpoint(network.client.v4, 0))
            }
            let server = Endpoint(network.relay.v4, RelayProcess.port)
            let start = MonotonicClock.now()
            let relay = try RelayProcess(
                TestMachine.server,
                castrelayIn: TestMachine.binaries,
                network: network,
                directory: directory
            )
            let ready = MonotonicClock.now() - start
            let answer = try exchange(BindingRequest(TransactionID(1, 2)).bytes, with: server, by: client)
            let first = MonotonicClock.now() - start
            print(
                "start to ready \(ready / .milliseconds(1)) ms, to the first answer \(first / .milliseconds(1)) ms"
            )
            print("    (the secret and the certificate of the run are made within that time)")
            #expect(answer.count == 32)
            #expect(relay.isRunning)
        }

        /// The goal is 6 kB; coturn takes 22 kB.
        @Test func anIdleAllocationTakesLessThan6kBOfMemory() throws {
            try DescriptorLimit.raise()
            let running = try RunningRelay(
                .init(
                    maxAllocationsPerUser: 10_000,
                    unauthenticatedAnswers: 1_000_000,
                    relayPorts: "20000-29999"
                )
            )
            let client = running.network.client
            let minted = try running.relay.mint(user: "many")
            let username = try #require(Username(minted.username))
            let credential = LongTermCredential(username: username, password: minted.credential)
            let server = Endpoint(running.network.relay.v4, RelayProcess.port)
            var sockets: [UDPSocket] = []
            func allocate(_ count: Int) throws {
                for _ in 0..<count {
                    let socket = try client.namespace.socket(at: client.v4)
                    try self.allocate(by: socket, at: server, with: credential)
                    sockets.append(socket)
                }
            }
            try allocate(100)
            let before = try residentBytes(of: running.relay)
            let count = 2000
            try allocate(count)
            let each = (try residentBytes(of: running.relay) - before) / count
            print(
                "resident memory: \(each) bytes for each of \(count) idle allocations, \(before) before them"
            )
            #expect(each < 6000)
        }

        // MARK: Steps

        /// Sends a request and waits for an answer, five seconds at most.
        private func exchange(
            _ request: [UInt8],
            with server: Endpoint,
            by socket: UDPSocket
        ) throws -> [UInt8] {
            let slab = PacketSlab(slotCount: 1, capacity: 2048)
            try socket.send(slab.packet(0, copying: request), to: server)
            let poller = try Poller()
            try poller.add(socket.fileDescriptor, token: 0, interest: .read)
            let receiver = DatagramReceiver(slotCount: 1, capacity: 2048)
            let deadline = MonotonicClock.now() + .seconds(5)
            while receiver.receive(from: socket) == 0 {
                try #require(try poller.wait(until: deadline) > 0 || MonotonicClock.now() < deadline)
            }
            return receiver.packet(0).copied
        }

        private func allocate(
            by socket: UDPSocket,
            at server: Endpoint,
            with credential: LongTermCredential
        ) throws {
            var core = TURNClient(
                configuration: TURNClientConfiguration(transport: .udp, credential: credential),
                generator: SecureRandom(),
                at: MonotonicClock.now()
            )
            core.handle(.opened, at: MonotonicClock.now())
            while let output = core.nextOutput() {
                switch output {
                case .request(let bytes):
                    let answer = try exchange(bytes, with: server, by: socket)
                    let slab = PacketSlab(slotCount: 1, capacity: 2048)
                    core.handle(.received(slab.packet(0, copying: answer)), at: MonotonicClock.now())
                case .allocated: return
                default: throw DemoFailure("no allocation: \(output)")
                }
            }
            throw DemoFailure("no allocation")
        }

        /// VmRSS of the relay.
        private func residentBytes(of relay: RelayProcess) throws -> Int {
            let pid = try #require(relay.child.programPID)
            let status = try read("/proc/\(pid)/status")
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
            let kilobytes = try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
            return kilobytes * 1024
        }

        private func read(_ path: String) throws -> String {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw DemoFailure("\(path) cannot be read")
            }
            return text
        }
    }
}

extension NetworkNamespace {
    /// A UDP socket that lives in this namespace.
    fileprivate func socket(at address: IPAddress) throws -> UDPSocket {
        try enter { try UDPSocket(bindingTo: Endpoint(address, 0)) }
    }
}
