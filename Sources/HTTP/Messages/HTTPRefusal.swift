/// Why a request is not served: the status that answers it, and words for whoever sent it.
public struct HTTPRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    public let status: HTTPStatus
    public let detail: String
    /// Fields that the answer needs besides.
    public let headers: HTTPHeaders

    public init(_ status: HTTPStatus, _ detail: String, headers: HTTPHeaders = [:]) {
        self.status = status
        self.detail = detail
        self.headers = headers
    }

    static func malformed(_ detail: String) -> HTTPRefusal {
        HTTPRefusal(.badRequest, detail)
    }

    public var description: String { "\(status): \(detail)" }

    /// The refusal as a response with its words as text.
    public var response: HTTPResponse {
        var response = HTTPResponse(status, text: "\(self)\n")
        for field in headers.fields { response.headers.append(field.name, field.value) }
        return response
    }
}
