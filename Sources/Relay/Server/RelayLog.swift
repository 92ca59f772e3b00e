import Glibc
import Synchronization

/// The log, a line per record on standard error: text for people, JSON for programs.
///
/// Records are about the control plane only; a relayed packet writes none. What comes from outside is
/// escaped, so that nobody writes a line of their own. A reader that does not read loses records, which are
/// counted; it never stops a worker.
final class RelayLog: Sendable {
    /// The keys of all records.
    enum Key: String {
        case address
        case bytesDown = "bytes_down"
        case bytesUp = "bytes_up"
        case client
        case code
        case detail
        case lifetime = "lifetime_s"
        case lost
        case method
        case packetsDown = "packets_down"
        case packetsUp = "packets_up"
        case peer
        case reason
        case relayed
        case suppressed
        case user
        case worker
    }

    let level: LogLevel
    private let format: LogFormat
    private let descriptor: Int32
    /// Records that nobody took, told with the next one that somebody takes.
    private let lostCount = Atomic<Int>(0)

    init(format: LogFormat, level: LogLevel, descriptor: Int32 = STDERR_FILENO) {
        self.format = format
        self.level = level
        self.descriptor = descriptor
    }

    /// Writes a record, unless its level is not wanted.
    func write(_ level: LogLevel, _ event: String, _ fields: [(Key, String)] = []) {
        guard level >= self.level else { return }
        guard takesALine else {
            lostCount.add(1, ordering: .relaxed)
            return
        }
        let lost = lostCount.exchange(0, ordering: .relaxed)
        if lost > 0 { put(line(.warning, "log records lost", [(.lost, String(lost))])) }
        put(line(level, event, fields))
    }

    /// Whether a line can be written without waiting for who reads the log.
    private var takesALine: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, 0) == 1
    }

    private func line(_ level: LogLevel, _ event: String, _ fields: [(Key, String)]) -> String {
        let time = Self.timestamp()
        var line: String
        switch format {
        case .text:
            line = "\(time) \(level.rawValue) \(event)"
            for (key, value) in fields { line += " \(key.rawValue)=\(Self.textValue(value))" }
        case .json:
            line = #"{"time":"\#(time)","level":"\#(level.rawValue)","event":\#(Self.jsonValue(event))"#
            for (key, value) in fields { line += #","\#(key.rawValue)":\#(Self.jsonValue(value))"# }
            line += "}"
        }
        return line + "\n"
    }

    /// One call for the whole line, so that lines of different workers do not mix.
    private func put(_ line: String) {
        let bytes = Array(line.utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    /// UTC with milliseconds, as RFC 3339 writes it.
    private static func timestamp() -> String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var parts = tm()
        gmtime_r(&now.tv_sec, &parts)
        func padded(_ number: some BinaryInteger, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let date =
            "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
        let time = "\(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2)):\(padded(parts.tm_sec, 2))"
        return "\(date)T\(time).\(padded(now.tv_nsec / 1_000_000, 3))Z"
    }

    static func textValue(_ value: String) -> String {
        let isPlain = value.unicodeScalars.allSatisfy {
            $0.isASCII && $0.value > 0x20 && $0 != "\"" && $0 != "="
        }
        return isPlain && !value.isEmpty && !value.contains("\u{7F}") ? value : jsonValue(value)
    }

    static func jsonValue(_ value: String) -> String {
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
