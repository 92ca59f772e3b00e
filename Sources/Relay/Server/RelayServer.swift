import Cryptography
import EventLoop
import STUN
import SansIO
import TURN

/// A whole relay: its sockets, one worker per thread, and the table that they share.
final class RelayServer {
    let plan: AddressPlan
    let capacity: Int
    let workerCount: Int
    /// What the kernel granted of the receive buffer that was asked for, in bytes.
    let grantedReceiveBuffer: Int
    private let setups: [WorkerSetup]
    private let log: RelayLog
    private var threads: [LoopThread] = []

    /// Opens every listening socket; nothing is served yet.
    init(_ configuration: RelayConfiguration, log: RelayLog) throws(RelayStartFailure) {
        self.log = log
        do throws(SystemError) {
            let interfaces = try InterfaceAddresses.current().filter(\.isUp).map(\.address)
            plan = try Self.plan(configuration, interfaces)
        } catch {
            throw .system(error)
        }
        workerCount = configuration.workers
        capacity = configuration.allocationCapacity(relayAddressCount: plan.relayAddresses.count)
        setups = []
        grantedReceiveBuffer = 0
    }
}
