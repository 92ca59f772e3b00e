internal import CCurl
internal import EventLoop

/// What the client and its thread share: requests that wait, and libcurl's handle for many transfers.
final class TransferLoop: Sendable {
    private struct Order: Sendable {
        var request: HTTPSRequest
        var completion: Transfer.Completion
    }

    private struct Desk {
        var orders: [Order] = []
        var isStopped = false
    }

    private let desk = Locked(Desk())
    // Other threads may call curl_multi_wakeup alone; everything else is the thread's.
    private nonisolated(unsafe) let multi: UnsafeMutableRawPointer

    private static let isReady = ccurl_global_init() == CURLE_OK

    init() throws(HTTPSFailure) {
        guard Self.isReady, let multi = curl_multi_init() else {
            throw HTTPSFailure(.local, "libcurl could not be set up")
        }
        self.multi = multi
    }

    deinit {
        curl_multi_cleanup(multi)
    }

    /// Hands a request to the thread; one that comes too late is completed here.
    func add(_ request: HTTPSRequest, completion: @escaping Transfer.Completion) {
        let isTaken = desk.withLock { desk in
            if !desk.isStopped { desk.orders.append(Order(request: request, completion: completion)) }
            return !desk.isStopped
        }
        if isTaken {
            curl_multi_wakeup(multi)
        } else {
            completion(.failure(Self.stopped))
        }
    }

    func stop() {
        desk.withLock { $0.isStopped = true }
        curl_multi_wakeup(multi)
    }

    /// The thread's work, until `stop`.
    func run() {
        var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
        while true {
            let (orders, isStopped) = desk.withLock { desk in
                defer { desk.orders = [] }
                return (desk.orders, desk.isStopped)
            }
            for order in orders { start(order, &transfers) }
            if isStopped { break }
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            finish(&transfers)
            // What it can not wait for it can not serve: better to end than to spin.
            guard curl_multi_poll(multi, nil, 0, 60_000, nil) == CURLM_OK else { break }
        }
        desk.withLock { $0.isStopped = true }
        for (handle, transfer) in transfers {
            curl_multi_remove_handle(multi, handle)
            transfer.completion(.failure(Self.stopped))
        }
    }

    private func start(_ order: Order, _ transfers: inout [UnsafeMutableRawPointer: Transfer]) {
        do throws(HTTPSFailure) {
            let transfer = try Transfer(order.request, completion: order.completion)
            guard curl_multi_add_handle(multi, transfer.handle) == CURLM_OK else {
                throw HTTPSFailure(.local, "libcurl took no further request")
            }
            transfers[transfer.handle] = transfer
        } catch {
            order.completion(.failure(error))
        }
    }

    private func finish(_ transfers: inout [UnsafeMutableRawPointer: Transfer]) {
        var code = CURLE_OK
        while let handle = ccurl_next_ended(multi, &code) {
            curl_multi_remove_handle(multi, handle)
            guard let transfer = transfers.removeValue(forKey: handle) else { continue }
            transfer.completion(transfer.outcome(code))
        }
    }

    private static let stopped = HTTPSFailure(.stopped, "the client was stopped")
}
