internal import Arguments
internal import Glibc

/// Where a command shows things: standard output for results, standard error for the rest.
enum Terminal {
    /// Emphasis for whoever reads standard output.
    static var style: TerminalStyle {
        var environment: [String: String] = [:]
        for name in ["NO_COLOR", "TERM"] {
            environment[name] = getenv(name).map { String(cString: $0) }
        }
        return TerminalStyle(environment: environment, isTerminal: isatty(STDOUT_FILENO) == 1)
    }

    /// Writes a line at once, also into a pipe.
    static func show(_ text: String) { write(text, to: STDOUT_FILENO) }

    static func complain(_ text: String) { write(text, to: STDERR_FILENO) }

    static func write(_ text: String, to descriptor: CInt) {
        var rest = Array("\(text)\n".utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Rows in columns, each as wide as its widest cell.
    static func table(_ rows: [[String]], indent: String = "") -> String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                column == row.count - 1
                    ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
            }
            return indent + cells.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
