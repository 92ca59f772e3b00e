import Cryptography
import EventLoop
import STUN
import SansIO
import TURN
import YAML

/// A whole relay: its listening sockets, one worker per thread, and the table that they share.
final class RelayServer {
    let plan: AddressPlan
    /// How many allocations fit.
    let capacity: Int
    /// What the kernel granted of the receive buffer that relay sockets ask for, in bytes.
    let grantedReceiveBuffer: Int
    /// The setups of all workers; their listening sockets are open, so that nobody is refused while they start.
    let setups: [WorkerSetup]
    /// Why workers ended by themselves: whoever serves must end then, because the kernel goes on to hand
    /// clients to the sockets of a worker that is gone.
    let failures: Wakeup<SystemError>
    private var threads: [LoopThread] = []

    var workerCount: Int { setups.count }

    private init(
        plan: AddressPlan,
        capacity: Int,
        grantedReceiveBuffer: Int,
        setups: [WorkerSetup],
        failures: Wakeup<SystemError>
    ) {
        self.plan = plan
        self.capacity = capacity
        self.grantedReceiveBuffer = grantedReceiveBuffer
        self.setups = setups
        self.failures = failures
    }

    /// Opens every listening socket of every worker; nothing is served yet.
    static func open(
        _ configuration: RelayConfiguration,
        tls: TLSServerContext?,
        interfaces: [IPAddress],
        log: RelayLog
    ) throws(RelayStartFailure) -> RelayServer {
        let plan = try AddressPlan(configuration, interfaces: interfaces)
        let capacity = configuration.allocationCapacity(relayAddressCount: plan.relayAddresses.count)
        let livePorts = LiveRelayPorts(addresses: plan.relayAddresses.map(\.advertised))
        let control = SharedControl(
            RelayControl(
                addresses: plan.relayAddresses,
                ports: configuration.relayPorts,
                limits: RelayControl.Limits(
                    allocationsPerUser: configuration.limits.allocationsPerUser,
                    allocations: capacity
                ),
                livePorts: livePorts,
                generator: SecureRandom()
            ),
            limits: configuration.limits
        )
        let core = try coreConfiguration(configuration, plan)
        var setups: [WorkerSetup] = []
        let failures: Wakeup<SystemError>
        do throws(SystemError) {
            try requireUnused(plan)
            failures = try Wakeup()
            for index in 0..<configuration.workers {
                setups.append(
                    WorkerSetup(
                        index: index,
                        core: core,
                        limits: configuration.limits,
                        datagramSockets: try datagramSockets(plan, configuration),
                        listeners: try listeners(plan, configuration),
                        tls: tls,
                        control: control,
                        livePorts: livePorts,
                        commands: try Wakeup(),
                        log: log
                    )
                )
            }
        } catch {
            throw .system(error)
        }
        return RelayServer(
            plan: plan,
            capacity: capacity,
            grantedReceiveBuffer: setups.first?.datagramSockets.first?.receiveBuffer ?? 0,
            setups: setups,
            failures: failures
        )
    }

    /// Another relay on one of the endpoints would share its clients with this one: the kernel lets sockets of one
    /// user bind together when all of them have SO_REUSEPORT, which those of the workers need.
    private static func requireUnused(_ plan: AddressPlan) throws(SystemError) {
        for endpoint in plan.datagramEndpoints { _ = try UDPSocket(bindingTo: endpoint) }
        for endpoint in plan.streamEndpoints + plan.tlsEndpoints {
            _ = try StreamListener(listeningAt: endpoint)
        }
    }

    private static func datagramSockets(
        _ plan: AddressPlan,
        _ configuration: RelayConfiguration
    ) throws(SystemError) -> [UDPSocket] {
        var options = UDPSocket.Options()
        options.reusesPort = true
        options.coalesces = true
        options.receiveBuffer = configuration.limits.receiveBuffer.bytes
        var sockets: [UDPSocket] = []
        for endpoint in plan.datagramEndpoints {
            sockets.append(try UDPSocket(bindingTo: endpoint, options: options))
        }
        return sockets
    }

    private static func listeners(
        _ plan: AddressPlan,
        _ configuration: RelayConfiguration
    ) throws(SystemError) -> [WorkerSetup.Listener] {
        var listeners: [WorkerSetup.Listener] = []
        for endpoint in plan.streamEndpoints {
            let socket = try StreamListener(listeningAt: endpoint, reusesPort: true)
            listeners.append(WorkerSetup.Listener(socket: socket, isTLSOnly: false))
        }
        for endpoint in plan.tlsEndpoints {
            let socket = try StreamListener(listeningAt: endpoint, reusesPort: true)
            listeners.append(WorkerSetup.Listener(socket: socket, isTLSOnly: true))
        }
        return listeners
    }

    private static func coreConfiguration(
        _ configuration: RelayConfiguration,
        _ plan: AddressPlan
    ) throws(RelayStartFailure) -> TURNServerConfiguration {
        guard let realm = Realm(configuration.realm) else { throw .realm(configuration.realm) }
        let limits = configuration.limits
        var core = TURNServerConfiguration(realm: realm)
        core.secrets = configuration.secrets
        core.nonceLifetime = limits.nonceLifetime
        core.peerPolicy = PeerPolicy(
            allowed: configuration.allowedPeers,
            denied: configuration.deniedPeers,
            hostAddresses: plan.hostAddresses,
            relayedAddresses: Set(plan.relayAddresses.map(\.advertised))
        )
        core.relayAddresses = plan.relayAddresses
        core.discovery = plan.discovery
        core.standardLifetime = limits.allocationLifetime
        core.longestLifetime = limits.allocationLifetimeMaximum
        core.maximumAge = limits.allocationMaxAge
        core.permissionsPerAllocation = limits.permissionsPerAllocation
        core.channelNumbers = configuration.channelNumbers.range
        core.channelsPerAllocation = limits.channelsPerAllocation
        core.bandwidthPerAllocation = limits.bandwidthPerAllocation?.bitsPerSecond ?? 0
        // Each worker sees its share of a source's ports.
        core.unauthenticatedAnswersPerSource = limits.unauthenticatedAnswersPerSource
        core.unauthenticatedAnswerBurst = limits.unauthenticatedAnswersBurst
        return core
    }

    // MARK: Serving

    /// Starts the workers' threads.
    func start() throws(RelayStartFailure) {
        for setup in setups {
            let failures = failures
            do throws(SystemError) {
                threads.append(
                    try LoopThread(name: "relay-\(setup.index)") {
                        do throws(SystemError) {
                            try RelayWorker(setup).run()
                        } catch {
                            failures.post(error)
                        }
                    }
                )
            } catch {
                throw .system(error)
            }
        }
    }

    /// New handshakes show this certificate; live connections are not touched.
    func useCertificate(_ context: TLSServerContext) {
        for setup in setups { setup.commands.post(.useCertificate(context)) }
    }

    /// Ends all allocations and waits for the workers.
    func stop() {
        for setup in setups { setup.commands.post(.stop) }
        for thread in threads { thread.join() }
        threads = []
    }
}
