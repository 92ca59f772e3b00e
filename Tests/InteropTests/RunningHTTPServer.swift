import EventLoop
import HTTP
import Namespaces
import SansIO
import TestCertificates

@testable import RelayDemo

/// Our HTTP server in a host of its own, where programs of others use it.
final class RunningHTTPServer {
    static let port: UInt16 = 8_080

    let host: NetworkNamespace
    let http: HTTPServer
    private let isTLS: Bool

    init(isTLS: Bool = false) throws {
        let host = try NetworkNamespace(label: "http")
        let socket = try host.enter {
            try StreamListener(listeningAt: Endpoint(IPAddress(127, 0, 0, 1), Self.port))
        }
        let files = Certificates.shared
        self.host = host
        self.isTLS = isTLS
        http = try HTTPServer(
            listeners: [HTTPListener(socket, isTLS: isTLS)],
            tls: isTLS
                ? TLSServerContext(certificateChainFile: files.chain, privateKeyFile: files.key) : nil
        ) { request, _ in
            Self.answer(request)
        }
    }

    deinit {
        http.stop(within: .zero)
    }

    private static func answer(_ request: HTTPRequest) -> HTTPAnswer {
        switch request.target.path {
        case "/echo" where request.wantsWebSocket: .webSocket(echo)
        case "/echo": .response(HTTPResponse(.ok, body: request.body))
        case "/hello": .response(HTTPResponse(.ok, text: "hello\n"))
        default: .response(HTTPResponse(.notFound))
        }
    }

    private static let echo = WebSocketAcceptance(subprotocol: "echo") { session, event in
        guard case .message(let message) = event else { return }
        if message == .text("bye") {
            session.close(.goingAway, reason: "as you wish")
        } else {
            session.send(message)
        }
    }

    func url(_ path: String) -> String {
        "\(isTLS ? "https" : "http")://127.0.0.1:\(Self.port)\(path)"
    }

    /// What curl printed, its standard error behind it.
    func curl(_ arguments: [String]) throws -> String {
        let trust = isTLS ? ["--cacert", Certificates.shared.chain] : []
        return try output(of: Program(named: "curl", arguments: ["-m", "20"] + trust + arguments))
    }

    /// The last line that a script printed.
    func python(_ script: String, _ arguments: String...) throws -> String {
        var program = Program(path: TestMachine.python, arguments: [TestMachine.peer(script)] + arguments)
        program.environment["PYTHONDONTWRITEBYTECODE"] = "1"
        let text = try output(of: program)
        let lines = text.split(separator: "\n").map(String.init)
        return lines.last { $0.hasPrefix("PASS") || $0.hasPrefix("FAIL") } ?? "FAIL \(text)"
    }

    private func output(of program: Program) throws -> String {
        let child = try ChildProcess(program, in: host)
        if child.wait(for: .seconds(120)) == nil { child.endTree() }
        return child.output.text + child.errors.text
    }
}
