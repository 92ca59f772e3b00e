import FuzzDriver
import STUN
import SansIO
import TURN

/// Puts what the input says to a server core: clients' bytes, signed requests, peers' packets, time.
@main
struct FuzzServer {
    static func main() {
        Fuzzer.run { start, count in
            var script = FuzzScript(Fuzzer.bytes(start, count))
            guard let relay = FuzzedRelay() else { return 0 }
            while let step = script.next() { relay.perform(step) }
            relay.finish()
            return 0
        }
    }
}
