import EventLoop

/// What the main thread tells a worker.
enum WorkerCommand: Sendable {
    /// Handshakes from now on show this certificate.
    case useCertificate(TLSServerContext)
    /// End all allocations and return.
    case stop
}
