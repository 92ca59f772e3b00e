import EventLoop
import HTTPSClient
import JSON
import SansIO

/// The leg `ice-config`.
extension ProbeRun {
    /// Fetches the list without a token, which has to be refused, and then as a client does.
    func fetchServers(
        from place: EndpointURL
    ) throws(SystemError) -> (judgement: ProbeJudgement, servers: IceConfigServers) {
        let client: HTTPSClient
        do throws(HTTPSFailure) { client = try HTTPSClient() } catch { return unreached(error) }
        defer { client.stop() }
        var answers: IceConfigAnswers
        switch try fetch(place, token: nil, by: client) {
        case .failure(let failure): return unreached(failure)
        case .success(let answer): answers = IceConfigAnswers(place: place, anonymous: answer)
        }
        if let token = settings.token, place.keepsSecrets {
            switch try fetch(place, token: token, by: client) {
            case .failure(let failure): return unreached(failure)
            case .success(let answer): answers.user = answer
            }
        }
        let inspection = IceConfigInspection(answers, at: WallClock.now())
        var servers = IceConfigServers()
        if let answer = answers.user, answer.status == 200, let body = try? JSONValue(decoding: answer.body) {
            servers = IceConfigServers(body)
        }
        return (.iceConfig(inspection, hadToken: settings.token != nil), servers)
    }

    private func unreached(
        _ failure: HTTPSFailure
    ) -> (judgement: ProbeJudgement, servers: IceConfigServers) {
        let judgement = ProbeJudgement.iceConfig(
            IceConfigInspection(failure),
            hadToken: settings.token != nil
        )
        return (judgement.with(["reason": .string("\(failure.leg)")]), IceConfigServers())
    }

    private func fetch(
        _ place: EndpointURL,
        token: String?,
        by client: HTTPSClient
    ) throws(SystemError) -> Result<HTTPSResponse, HTTPSFailure> {
        var request = HTTPSRequest(url: place.text)
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
