import STUN

/// The shared secrets of a file or a variable.
///
/// White space around a secret and empty lines are no part of it: an editor or a shell puts them there, and a
/// secret that invisibly ends in a line feed is the commonest reason for credentials that do not match.
struct SecretList {
    private(set) var secrets: [SharedSecret] = []
    /// What forbids using the list.
    private(set) var refusals: [String] = []
    /// What is only doubtful.
    private(set) var doubts: [String] = []

    init(_ bytes: [UInt8], separators: Set<UInt8>) {
        var seen: Set<[UInt8]> = []
        for line in bytes.split(whereSeparator: separators.contains) {
            let bytes = Array(Self.trim(line))
            guard let secret = SharedSecret(bytes) else { continue }
            guard seen.insert(bytes).inserted else {
                doubts.append("secret \(secrets.count + 1) was given before; it is left out")
                continue
            }
            secrets.append(secret)
            if bytes.count < 16 {
                doubts.append(
                    "secret \(secrets.count) has \(bytes.count) bytes and can be guessed from one credential; "
                        + "use 32 random ones"
                )
            }
        }
        if secrets.isEmpty { refusals.append("no secret in it; accepted: one secret a line") }
        if secrets.count > 16 { refusals.append("got \(secrets.count) secrets; accepted: at most 16") }
    }

    private static func trim(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let blanks: Set<UInt8> = [0x09, 0x0D, 0x20]
        let start = line.drop(while: blanks.contains)
        guard let last = start.lastIndex(where: { !blanks.contains($0) }) else { return [] }
        return start[...last]
    }
}
