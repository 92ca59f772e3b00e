/// What a core wants done, in order: put in by the core, taken out by its owner.
///
/// The memory is kept, so that a queue that is emptied after every input allocates nothing.
public struct OutputQueue<Output>: ~Copyable {
    private var outputs: [Output] = []
    private var taken = 0

    public init() {}

    /// Whether everything was taken out.
    public var isEmpty: Bool { taken == outputs.count }

    public mutating func append(_ output: Output) {
        outputs.append(output)
    }

    /// The next output; nil when there is none.
    public mutating func next() -> Output? {
        guard taken < outputs.count else {
            outputs.removeAll(keepingCapacity: true)
            taken = 0
            return nil
        }
        taken += 1
        return outputs[taken - 1]
    }
}
