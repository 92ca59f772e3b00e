import FoundationEssentials

/// A user name and a credential, as `castrelay creds mint --json` prints them.
struct Credential: Decodable, Equatable {
    let username: String
    let credential: String

    init(username: String, credential: String) {
        self.username = username
        self.credential = credential
    }

    /// Reads the JSON object `castrelay creds mint --json` prints; nil when it is none.
    init?(json: String) {
        guard let credential = try? JSONDecoder().decode(Credential.self, from: Data(json.utf8)) else {
            return nil
        }
        self = credential
    }
}
