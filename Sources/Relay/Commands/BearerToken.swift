import Arguments
import SansIO

/// A signed-in user's access token, for commands that ask in a user's name: never an argument.
enum BearerToken {
    /// The options of such a command.
    static let options = [
        CommandOption(
            "token-file",
            .value("FILE"),
            about: "File with a user's access token; or set CASTRELAY_TOKEN."
        ),
        CommandOption(
            "ca-file",
            .value("FILE"),
            about: "PEM file of the authorities to trust instead of the system's."
        ),
    ]

    /// The token of the environment or of the file; nil when none is given.
    static func find(
        _ invocation: Invocation,
        _ surroundings: Surroundings,
        command: String
    ) throws(UsageError) -> String? {
        if let text = surroundings.environment["CASTRELAY_TOKEN"], !text.isEmpty { return text }
        guard let path = invocation.value("token-file") else { return nil }
        do throws(FileContents.Failure) {
            let text = String(decoding: try FileContents(path: path, limit: 1 << 14).bytes, as: UTF8.self)
            return String(text.trimmed)
        } catch {
            throw UsageError(command: command, message: "--token-file: \(error)")
        }
    }
}
