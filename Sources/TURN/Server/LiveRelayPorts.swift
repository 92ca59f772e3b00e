public import SansIO
import Synchronization

/// Which ports of the server's relayed addresses have a live allocation, over all workers.
///
/// One bit per port, set and cleared by whoever owns the control table, read on the packet path without a
/// lock when a client sends to another worker's relayed address.
public final class LiveRelayPorts: @unchecked Sendable {
    private static let wordCount = 65_536 / 64

    private let addresses: [IPAddress]
    private let words: UnsafeMutablePointer<Atomic<UInt64>>

    /// - Parameter addresses: the relayed addresses that clients are told.
    public init(addresses: [IPAddress]) {
        self.addresses = addresses
        words = .allocate(capacity: max(1, addresses.count) * Self.wordCount)
        for index in 0..<addresses.count * Self.wordCount {
            (words + index).initialize(to: Atomic(0))
        }
    }

    deinit {
        words.deinitialize(count: addresses.count * Self.wordCount)
        words.deallocate()
    }

    public func contains(_ endpoint: Endpoint) -> Bool {
        guard let index = index(of: endpoint) else { return false }
        return words[index].load(ordering: .acquiring) & Self.bit(endpoint.port) != 0
    }

    public func insert(_ endpoint: Endpoint) {
        guard let index = index(of: endpoint) else { return }
        words[index].bitwiseOr(Self.bit(endpoint.port), ordering: .acquiringAndReleasing)
    }

    public func remove(_ endpoint: Endpoint) {
        guard let index = index(of: endpoint) else { return }
        words[index].bitwiseAnd(~Self.bit(endpoint.port), ordering: .acquiringAndReleasing)
    }

    private func index(of endpoint: Endpoint) -> Int? {
        for position in addresses.indices where addresses[position] == endpoint.address {
            return position * Self.wordCount + Int(endpoint.port) / 64
        }
        return nil
    }

    private static func bit(_ port: UInt16) -> UInt64 {
        1 << UInt64(port % 64)
    }
}
