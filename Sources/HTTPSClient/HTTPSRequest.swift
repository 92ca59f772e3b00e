/// A request to a server of the web.
///
/// It goes through the proxy that the environment names, as it does with other programs (`https_proxy`).
public struct HTTPSRequest: Sendable {
    public var method = "GET"
    /// `https://…`, or `http://…` where the caller allows it by writing so.
    public var url: String
    public var headers: [(name: String, value: String)] = []
    public var body: [UInt8]?
    /// From the look-up of the name to the last byte.
    public var timeout = Duration.seconds(10)
    /// The longest body of a response that is taken, in bytes.
    public var responseLimit = 1 << 20
    /// A file of the certificates to trust instead of the system's.
    public var trustedCertificates: String?
    /// Addresses for names, as `name:port:address`, instead of a look-up; the client remembers them.
    public var resolutions: [String] = []

    public init(url: String) {
        self.url = url
    }
}
