internal import CCurl

/// One request on its way, with what has arrived of the answer; it lives on the client's thread.
final class Transfer {
    typealias Completion = @Sendable (Result<HTTPSResponse, HTTPSFailure>) -> Void

    let handle: UnsafeMutableRawPointer
    let completion: Completion
    private let limit: Int
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var resolutionList: UnsafeMutablePointer<curl_slist>?
    private let errorText: UnsafeMutablePointer<CChar>
    private var headers: [(name: String, value: String)] = []
    private var body: [UInt8] = []
    private var isTooLong = false

    init(_ request: HTTPSRequest, completion: @escaping Completion) throws(HTTPSFailure) {
        guard let handle = curl_easy_init() else { throw HTTPSFailure(.local, "libcurl gave no handle") }
        self.handle = handle
        self.completion = completion
        limit = request.responseLimit
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try configure(request)
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(headerList)
        curl_slist_free_all(resolutionList)
        errorText.deallocate()
    }

    private func configure(_ request: HTTPSRequest) throws(HTTPSFailure) {
        try Self.requireSound(request)
        try set(CURLOPT_URL, request.url)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_TIMEOUT_MS, Self.milliseconds(request.timeout))
        // A look-up that nobody answers is left to itself: joining its thread would hold everybody else up.
        try set(CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_USERAGENT, "castlab")
        try check(ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText))
        if let file = request.trustedCertificates {
            try set(CURLOPT_CAINFO, file)
            // Debian's library would trust the system's directory besides.
            try check(ccurl_set_pointer(handle, CURLOPT_CAPATH, nil))
        }
        if let body = request.body { try check(ccurl_set_body(handle, body, body.count)) }
        try set(CURLOPT_CUSTOMREQUEST, request.method)
        if request.method == "HEAD" { try set(CURLOPT_NOBODY, 1) }
        for (name, value) in request.headers {
            headerList = curl_slist_append(headerList, "\(name): \(value)") ?? headerList
        }
        for resolution in request.resolutions {
            resolutionList = curl_slist_append(resolutionList, resolution) ?? resolutionList
        }
        try check(ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, headerList))
        try check(ccurl_set_pointer(handle, CURLOPT_RESOLVE, resolutionList))
        try receive()
    }

    /// Nothing of a request may become another line of it, or another URL.
    private static func requireSound(_ request: HTTPSRequest) throws(HTTPSFailure) {
        let texts = [request.method, request.url] + request.headers.flatMap { [$0.name, $0.value] }
        guard texts.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }) else {
            throw HTTPSFailure(.local, "a control character stands in the method, the URL or a header")
        }
        guard ["https://", "http://"].contains(where: request.url.hasPrefix) else {
            throw HTTPSFailure(.url, "\"\(request.url)\" does not begin with https:// or http://")
        }
    }

    /// At least one: none would be no limit.
    private static func milliseconds(_ timeout: Duration) -> Int {
        Int(min(max(1, timeout / .milliseconds(1)), 86_400_000))
    }

    /// Lets libcurl hand over what arrives; it does so on the thread that drives it, while `self` is held there.
    private func receive() throws(HTTPSFailure) {
        let receiver = Unmanaged.passUnretained(self).toOpaque()
        try check(ccurl_set_pointer(handle, CURLOPT_WRITEDATA, receiver))
        try check(
            ccurl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, receiver in
                Transfer.at(receiver)?.take(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
            }
        )
        try check(ccurl_set_pointer(handle, CURLOPT_HEADERDATA, receiver))
        try check(
            ccurl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, receiver in
                Transfer.at(receiver)?.takeHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
                    ?? 0
            }
        )
    }

    private static func at(_ receiver: UnsafeMutableRawPointer?) -> Transfer? {
        receiver.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Takes a piece of the body; fewer bytes than there are end the transfer.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard body.count + bytes.count <= limit else {
            isTooLong = true
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    private func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
        let line = String(decoding: bytes, as: UTF8.self)
        // A status line begins another response: the one before was a 100.
        if line.hasPrefix("HTTP/") { headers = [] }
        if let colon = line.firstIndex(of: ":"), headers.count < 200 {
            headers.append((String(line[..<colon]), Self.trimmed(line[line.index(after: colon)...])))
        }
        return bytes.count
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }

    /// What the transfer has come to.
    func outcome(_ code: CURLcode) -> Result<HTTPSResponse, HTTPSFailure> {
        if isTooLong {
            return .failure(HTTPSFailure(.responseTooLong, "the answer is longer than \(limit) bytes"))
        }
        guard code == CURLE_OK else { return .failure(failure(code)) }
        var status = 0
        ccurl_get_status(handle, &status)
        return .success(HTTPSResponse(status: status, headers: headers, body: body))
    }

    private func failure(_ code: CURLcode) -> HTTPSFailure {
        let detail = String(cString: errorText)
        return HTTPSFailure(.init(code), detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail)
    }

    private func set(_ option: CURLoption, _ text: String) throws(HTTPSFailure) {
        try check(ccurl_set_text(handle, option, text))
    }

    private func set(_ option: CURLoption, _ number: Int) throws(HTTPSFailure) {
        try check(ccurl_set_number(handle, option, number))
    }

    private func check(_ code: CURLcode) throws(HTTPSFailure) {
        guard code == CURLE_OK else { throw failure(code) }
    }
}
