/// Why the browser did not do what it was asked.
public enum DevToolsError: Error, Equatable, CustomStringConvertible {
    /// The browser refused a request, in its own words.
    case refused(method: String, String)
    /// A script of a page threw.
    case exception(String)
    /// No answer came in time.
    case timeout(method: String)
    /// The pipe has ended: so has the browser.
    case ended(String)
    case malformed(String)
    case tooLong

    public var description: String {
        switch self {
        case .refused(let method, let reason): "the browser refused \(method): \(reason)"
        case .exception(let text): "the page threw: \(text)"
        case .timeout(let method): "the browser did not answer \(method) in time"
        case .ended(let words): "the browser has ended\(words.isEmpty ? "" : ": \(words)")"
        case .malformed(let reason): "the browser wrote what is no message: \(reason)"
        case .tooLong: "the browser wrote a message of more than \(DevToolsMessages.longest >> 20) MiB"
        }
    }
}
