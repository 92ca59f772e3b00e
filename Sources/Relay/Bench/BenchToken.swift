/// What a descriptor of the generator's poller is.
enum BenchToken: Hashable {
    /// The socket or connection of a client, by its number.
    case client(Int)
    /// The socket of a client's peer.
    case peer(Int)

    init(rawValue: UInt64) {
        let number = Int(rawValue >> 1)
        self = rawValue & 1 == 0 ? .client(number) : .peer(number)
    }

    var rawValue: UInt64 {
        switch self {
        case .client(let number): UInt64(number) << 1
        case .peer(let number): UInt64(number) << 1 | 1
        }
    }
}
