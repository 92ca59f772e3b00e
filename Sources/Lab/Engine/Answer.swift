internal import Glibc

/// A value that one thread waits for and another gives, once.
final class Answer<Value: Sendable>: @unchecked Sendable {
    private let semaphore: UnsafeMutablePointer<sem_t>
    private var value: Value?

    init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func give(_ value: Value) {
        self.value = value
        sem_post(semaphore)
    }

    func wait() -> Value {
        while sem_wait(semaphore) != 0 {}
        guard let value else { preconditionFailure("an answer without a value") }
        return value
    }
}
