internal import CNFTables

/// The nftables rules of a network namespace.
public struct PacketFilter {
    private let namespace: NetworkNamespace

    public init(of namespace: NetworkNamespace) {
        self.namespace = namespace
    }

    /// Loads rules, all of them or none, in the language of `nft -f`.
    ///
    /// Throws what libnftables says of them, the place included.
    public func load(_ rules: String) throws {
        _ = try run(rules, "load the packet filter of \(namespace.label)")
    }

    /// The rules as the kernel has them, with their counters.
    public func listing() throws -> String {
        try run("list ruleset", "list the packet filter of \(namespace.label)")
    }

    /// Removes all rules.
    ///
    /// What connection tracking has learnt stays.
    public func clear() throws {
        _ = try run("flush ruleset", "clear the packet filter of \(namespace.label)")
    }

    private func run(_ command: String, _ action: String) throws -> String {
        try namespace.enter {
            guard let context = nft_ctx_new(UInt32(NFT_CTX_DEFAULT)) else {
                throw KernelError(action, detail: "libnftables gave no context")
            }
            defer { nft_ctx_free(context) }
            nft_ctx_buffer_output(context)
            nft_ctx_buffer_error(context)
            guard nft_run_cmd_from_buffer(context, command) == 0 else {
                throw KernelError(action, detail: Self.text(nft_ctx_get_error_buffer(context)))
            }
            return Self.text(nft_ctx_get_output_buffer(context))
        }
    }

    private static func text(_ buffer: UnsafePointer<CChar>?) -> String {
        buffer.map { String(cString: $0) } ?? ""
    }
}
