import EventLoop
import Glibc
import SansIO
import Testing

struct StreamListenerTests {
    @Test func givesNothingWhenNobodyConnects() throws {
        let listener = try StreamListener(listeningAt: Endpoint(.loopbackV4, 0))
        guard case .none = try listener.accept() else {
            Issue.record("a connection nobody made")
            return
        }
    }

    @Test func sharesAPortWhenAllAskForIt() throws {
        let first = try StreamListener(listeningAt: Endpoint(.loopbackV4, 0), reusesPort: true)
        let second = try StreamListener(listeningAt: first.localEndpoint, reusesPort: true)
        #expect(first.localEndpoint == second.localEndpoint)
        let error = #expect(throws: SystemError.self) {
            try StreamListener(listeningAt: first.localEndpoint)
        }
        #expect(error?.code == EADDRINUSE)
    }

    @Test func tellsThatDescriptorsRanOutAndAcceptsAgainLater() async {
        await #expect(processExitsWith: .success) {
            let listener = try StreamListener(listeningAt: Endpoint(.loopbackV4, 0))
            let client = try StreamSocket(connectingTo: listener.localEndpoint)
            try #require(try becomesReady(listener.fileDescriptor))
            let lowestFree = open("/dev/null", O_RDONLY)
            close(lowestFree)
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let before = limit.rlim_cur
            limit.rlim_cur = rlim_t(lowestFree)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)

            guard case .outOfDescriptors(let error) = try listener.accept() else { exit(2) }
            guard error.code == EMFILE else { exit(3) }

            limit.rlim_cur = before
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            guard case .connection(let stream) = try listener.accept() else { exit(4) }
            guard stream.peer == client.localEndpoint else { exit(5) }
        }
    }
}
