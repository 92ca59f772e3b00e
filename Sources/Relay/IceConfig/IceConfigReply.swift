import HTTP
import JSON
import SansIO

/// The responses of the endpoint: all of them JSON, kept by nobody, readable by the receiver's pages.
struct IceConfigReply {
    /// Origins that may read a response; `*` for every one.
    let origins: [String]

    private struct Failure: Encodable {
        struct Reason: Encodable {
            var code: String
            var message: String
        }

        var error: Reason
    }

    func success(_ answer: IceConfigAnswer, to request: HTTPRequest) -> HTTPResponse {
        json(.ok, answer, to: request)
    }

    /// The contract's error shape, §2.
    func failure(
        _ status: HTTPStatus,
        _ code: String,
        _ message: String,
        to request: HTTPRequest
    ) -> HTTPResponse {
        json(status, Failure(error: Failure.Reason(code: code, message: message)), to: request)
    }

    /// What a browser asks before it sends an Authorization header to another origin.
    func preflight(_ request: HTTPRequest) -> HTTPResponse {
        var response = HTTPResponse(.noContent)
        response.headers.set("Access-Control-Allow-Methods", "GET, HEAD")
        // What the contract has clients send, and what supabase-js adds by itself.
        let allowed = "authorization, content-type, apikey, x-client-info"
        response.headers.set("Access-Control-Allow-Headers", allowed)
        response.headers.set("Access-Control-Max-Age", "600")
        allow(request, in: &response)
        return response
    }

    private func json(_ status: HTTPStatus, _ value: some Encodable, to request: HTTPRequest) -> HTTPResponse
    {
        var response = HTTPResponse(status, text: JSONText.line(value), contentType: "application/json")
        response.headers.set("Cache-Control", "no-store")
        response.headers.set("Access-Control-Expose-Headers", "Date, Retry-After")
        allow(request, in: &response)
        return response
    }

    private func allow(_ request: HTTPRequest, in response: inout HTTPResponse) {
        if origins.contains("*") {
            response.headers.set("Access-Control-Allow-Origin", "*")
            return
        }
        response.headers.append("Vary", "Origin")
        guard let origin = request.headers["Origin"], origins.contains(origin.lowercased()) else { return }
        response.headers.set("Access-Control-Allow-Origin", origin)
    }
}
