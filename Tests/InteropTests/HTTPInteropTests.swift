import EventLoop
import HTTP
import Namespaces
import SansIO
import TestCertificates
import Testing
import Trial

@testable import RelayDemo

extension InteropTests {
    /// Our HTTP server and WebSocket client against curl and Python's `websockets`.
    @Suite struct HTTPInteropTests {
        @Test(.needs("curl")) func curlKeepsAConnection() throws {
            let running = try RunningHTTPServer()
            let text = try running.curl(["-v", running.url("/echo?1"), running.url("/echo?2")])
            #expect(text.contains("Re-using existing connection"))
            #expect(running.http.counts.accepted == 1)
            #expect(running.http.counts.requests == 2)
        }

        @Test(.needs("curl"), arguments: [[], ["-H", "Transfer-Encoding: chunked"]])
        func curlUploads(_ options: [String]) throws {
            let running = try RunningHTTPServer()
            let directory = try TemporaryDirectory()
            let body = String(repeating: "0123456789abcdef", count: 50_000)
            let file = try directory.write(body, to: "body")
            let text = try running.curl(options + ["-sS", "--data-binary", "@\(file)", running.url("/echo")])
            #expect(text == body)
        }

        @Test(.needs("curl")) func curlSpeaksHTTP10() throws {
            let running = try RunningHTTPServer()
            let text = try running.curl(["-sS", "-i", "--http1.0", running.url("/echo")])
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(text.contains("\r\nConnection: close\r\n"))
        }

        @Test(.needs("curl")) func curlAsksForTheHead() throws {
            let running = try RunningHTTPServer()
            let text = try running.curl(["-sS", "-I", running.url("/hello"), running.url("/hello")])
            #expect(
                text.split(separator: "Content-Length: 6\r\n", omittingEmptySubsequences: false).count == 3
            )
            #expect(!text.contains("hello\n"))
            #expect(running.http.counts.accepted == 1)
        }

        @Test(.needs("curl")) func curlWaitsForContinue() throws {
            let running = try RunningHTTPServer()
            let text = try running.curl([
                "-sS", "-v", "-H", "Expect: 100-continue", "-d", "abc", running.url("/echo"),
            ])
            #expect(text.contains("< HTTP/1.1 100 Continue"))
            #expect(text.contains("< HTTP/1.1 200 OK"))
            #expect(text.contains("abc"))
        }

        @Test(.needs("curl")) func curlIsRefusedTooMuch() throws {
            let running = try RunningHTTPServer()
            let directory = try TemporaryDirectory()
            let file = try directory.write(String(repeating: "x", count: 2_000_000), to: "body")
            for options in [[], ["-H", "Transfer-Encoding: chunked"], ["-H", "Expect:"]] {
                let text = try running.curl(
                    options + [
                        "-sS", "-o", "/dev/null", "-w", "%{http_code}", "-T", file, running.url("/echo"),
                    ]
                )
                #expect(text == "413", "\(options)")
            }
        }

        @Test(.needs("curl")) func curlSpeaksTLS() throws {
            let running = try RunningHTTPServer(isTLS: true)
            let text = try running.curl(["-sS", "-i", running.url("/hello"), running.url("/hello")])
            #expect(text.hasSuffix("hello\n"))
            #expect(running.http.counts.accepted == 1)
        }

        @Test(.needs("curl")) func curlFallsBackFromHTTP2() throws {
            let running = try RunningHTTPServer(isTLS: true)
            #expect(try running.curl(["-sS", "--http2", running.url("/hello")]) == "hello\n")
        }

        @Test(.needs(TestMachine.python)) func pythonSendsRequestsInAnyPieces() throws {
            let running = try RunningHTTPServer()
            let line = try running.python("http_pipelining.py", "127.0.0.1", "\(RunningHTTPServer.port)")
            print("http.client:", line)
            #expect(line.hasPrefix("PASS"), "\(line)")
        }

        @Test(.needs(TestMachine.python)) func websocketsIsOurServersClient() throws {
            let running = try RunningHTTPServer()
            let line = try running.python("websocket_client.py", "127.0.0.1", "\(RunningHTTPServer.port)")
            print("websockets as client:", line)
            #expect(line.hasPrefix("PASS"), "\(line)")
        }

        @Test(.needs(TestMachine.python)) func websocketsIsOurServersClientOverTLS() throws {
            let running = try RunningHTTPServer(isTLS: true)
            let line = try running.python(
                "websocket_client.py",
                "127.0.0.1",
                "\(RunningHTTPServer.port)",
                Certificates.shared.chain
            )
            print("websockets as client:", line)
            #expect(line.hasPrefix("PASS"), "\(line)")
        }

        @Test(.needs(TestMachine.python)) func websocketsIsOurClientsServer() throws {
            let peer = try WebSocketPeer()
            #expect(
                try peer.converse("/library", port: 1).last
                    == .closed(
                        WebSocketClosure(
                            code: WebSocketCloseCode(rawValue: 4321),
                            reason: "enough",
                            isClean: true
                        )
                    )
            )
            #expect(peer.verdict(on: "/library") == "/library ok")
            guard case .refused(let response)? = try peer.converse("/refuse", port: 1).last else {
                Issue.record("not refused")
                return
            }
            #expect(response.status == .forbidden)
            #expect(String(decoding: response.body, as: UTF8.self) == "{\"error\":\"not for you\"}")
            for number in 0..<peer.caseCount {
                for how in ["whole", "bytes", "7"] {
                    let path = "/case/\(number)/\(how)"
                    #expect(try peer.converse(path, port: 0).last?.isEnd == true)
                    #expect(peer.verdict(on: path) == "\(path) ok")
                }
            }
            print("websockets as server: the library, and \(peer.caseCount) cases cut three ways")
        }
    }
}

extension WebSocketClient.Output {
    /// Whether nothing follows.
    var isEnd: Bool {
        if case .closed = self { true } else { false }
    }
}
