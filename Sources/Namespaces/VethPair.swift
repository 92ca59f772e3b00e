internal import Synchronization

/// Two Ethernet devices in two namespaces; what enters one leaves the other.
public final class VethPair: Sendable {
    /// One end: the namespace it lies in and its name there.
    public struct End: Sendable {
        public let namespace: NetworkNamespace
        public let name: String

        public init(_ name: String, in namespace: NetworkNamespace) {
            self.namespace = namespace
            self.name = name
        }
    }

    public let first: End
    public let second: End
    /// The index of the first end; 0 after `remove`.
    private let index: Atomic<Int>

    /// Makes the pair and switches both ends on.
    public init(_ first: End, _ second: End) throws {
        self.first = first
        self.second = second
        index = Atomic(0)
        let made = try first.namespace.configure { route in
            let made = try route.addVethPair(
                first.name,
                peer: second.name,
                in: second.namespace.descriptor
            )
            try route.setUp(first.name)
            return made
        }
        index.store(made, ordering: .releasing)
        try second.namespace.configure { route in try route.setUp(second.name) }
    }

    deinit {
        // A namespace that went first has taken the pair along.
        _ = try? removeOnce()
    }

    /// Deletes both ends.
    public func remove() throws {
        guard try removeOnce() else {
            throw KernelError(
                "remove the veth pair \(first.name)-\(second.name)",
                detail: "it was removed before"
            )
        }
    }

    private func removeOnce() throws -> Bool {
        let made = index.exchange(0, ordering: .acquiringAndReleasing)
        guard made > 0 else { return false }
        try first.namespace.configure { route in try route.deleteLink(made) }
        return true
    }
}
