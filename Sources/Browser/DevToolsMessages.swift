public import JSON

/// The stream of a DevTools pipe cut into messages: JSON texts, each ended by a zero byte.
struct DevToolsMessages {
    /// Longer messages are no answer to anything we ask.
    static let longest = 64 << 20

    private var bytes: [UInt8] = []
    /// Bytes of the front that hold no zero byte.
    private var searched = 0

    init() {}

    /// Takes a piece of the stream.
    mutating func append(_ piece: [UInt8]) throws(DevToolsError) {
        guard bytes.count + piece.count <= Self.longest else { throw .tooLong }
        bytes += piece
    }

    /// The next whole message; nil when there is none yet.
    mutating func next() throws(DevToolsError) -> DevToolsMessage? {
        guard let end = bytes[searched...].firstIndex(of: 0) else {
            searched = bytes.count
            return nil
        }
        let text = bytes[..<end]
        defer {
            bytes.removeSubrange(...end)
            searched = 0
        }
        do {
            return DevToolsMessage(try JSONValue(decoding: text))
        } catch {
            throw .malformed(error.description)
        }
    }

    /// A request as the browser reads it.
    static func encode(_ id: Int64, _ method: String, _ parameters: JSONValue, session: String?) -> [UInt8] {
        var members: [String: JSONValue] = [
            "id": .integer(id), "method": .string(method), "params": parameters,
        ]
        if let session { members["sessionId"] = .string(session) }
        return Array(JSONText.line(members).utf8) + [0]
    }
}

/// What the browser says.
enum DevToolsMessage: Equatable {
    case result(id: Int64, JSONValue)
    case failure(id: Int64, String)
    case event(DevToolsEvent)

    init(_ value: JSONValue) {
        guard let id = value["id"]?.integer else {
            self = .event(
                DevToolsEvent(
                    method: value["method"]?.string ?? "",
                    session: value["sessionId"]?.string,
                    parameters: value["params"] ?? [:]
                )
            )
            return
        }
        if let failure = value["error"] {
            self = .failure(id: id, failure["message"]?.string ?? JSONText.line(failure))
        } else {
            self = .result(id: id, value["result"] ?? [:])
        }
    }
}

/// Something that happened in the browser.
public struct DevToolsEvent: Equatable, Sendable {
    public let method: String
    /// The page it happened in; nil for the browser as a whole.
    public let session: String?
    public let parameters: JSONValue
}
