import EventLoop
import HTTPSClient
import JSON
import SansIO

/// The leg `ice-config`.
extension ProbeRun {
    /// Fetches the list as a client does, then without a token, which has to be refused.
    func fetchServers(
        from url: String
    ) throws(SystemError) -> (ProbeJudgement, IceConfigAnswerReading) {
        var reading = IceConfigAnswerReading()
        let client: HTTPSClient
        do throws(HTTPSFailure) { client = try HTTPSClient() } catch { return (.iceConfig(error), reading) }
        defer { client.stop() }
        let response: HTTPSResponse
        switch try fetch(url, token: settings.token, by: client) {
        case .failure(let failure): return (.iceConfig(failure), reading)
        case .success(let answer): response = answer
        }
        guard response.status == 200 else {
            return (.iceConfig(status: response.status, hasToken: settings.token != nil), reading)
        }
        guard let body = try? JSONValue(decoding: response.body) else {
            return (.iceConfig(HTTPSFailure(.response, "the answer is no JSON")), reading)
        }
        reading = IceConfigAnswerReading(body)
        var answersStrangers = settings.token == nil
        if settings.token != nil, case .success(let answer) = try fetch(url, token: nil, by: client) {
            answersStrangers = answer.status == 200
        }
        return (.iceConfig(reading, answersStrangers: answersStrangers), reading)
    }

    private func fetch(
        _ url: String,
        token: String?,
        by client: HTTPSClient
    ) throws(SystemError) -> Result<HTTPSResponse, HTTPSFailure> {
        var request = HTTPSRequest(url: url)
        request.timeout = settings.timeout
        if case .file(let path) = settings.trust { request.trustedCertificates = path }
        if let token { request.headers.append(("Authorization", "Bearer \(token)")) }
        let arrival = try Wakeup<Result<HTTPSResponse, HTTPSFailure>>()
        var result: Result<HTTPSResponse, HTTPSFailure>?
        let watch = DescriptorWatch(arrival.fileDescriptor) { _ in
            if let first = arrival.drain().first { result = first }
        }
        try loop.add(watch)
        defer { loop.remove(watch) }
        client.send(request) { arrival.post($0) }
        try wait(settings.timeout + .seconds(1)) { result != nil }
        return result ?? .failure(HTTPSFailure(.timeout, "no answer in time"))
    }
}
