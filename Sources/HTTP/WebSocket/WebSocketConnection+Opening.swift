internal import SansIO

/// The client's handshake.
extension WebSocketConnection {
    /// Reads the server's answer; whether frames may follow.
    mutating func readAnswer(at now: Instant) -> Bool {
        do throws(HTTPRefusal) {
            switch try upgrade?.next(from: &input, isAtEnd: hasReceivedEnd) {
            case .opened(let subprotocol, let headers):
                upgrade = nil
                phase = .open
                phaseDeadline = nil
                silenceDeadline = limits.pingInterval.map { now + $0 }
                outputs.append(.opened(subprotocol: subprotocol, headers))
                return true
            case .refused(let response):
                outputs.append(.refused(response))
                drain(at: now)
                return false
            case nil:
                return false
            }
        } catch {
            breakOff(error.detail, .closed)
            return false
        }
    }
}
