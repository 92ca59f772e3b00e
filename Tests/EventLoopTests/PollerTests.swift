import EventLoop
import SansIO
import Testing

struct PollerTests {
    @Test func returnsAtTheDeadlineWhenNothingIsReady() throws {
        let poller = try Poller()
        let start = MonotonicClock.now()
        let count = try poller.wait(until: start + .microseconds(300))
        let waited = MonotonicClock.now() - start
        #expect(count == 0)
        #expect(waited >= .microseconds(300))
    }

    @Test func doesNotWaitForADeadlineThatHasPassed() throws {
        let poller = try Poller()
        #expect(try poller.wait(until: Instant(nanoseconds: 0)) == 0)
    }

    @Test func tellsTokenAndReadiness() throws {
        let socket = try UDPSocket(bindingTo: Endpoint(.loopbackV4, 0))
        let poller = try Poller()
        try poller.add(socket.fileDescriptor, token: 0xFEED_0000_0000_0001, interest: .read)
        #expect(try poller.wait(until: Instant(nanoseconds: 0)) == 0)

        try poller.modify(socket.fileDescriptor, token: 0xFEED_0000_0000_0002, interest: [.read, .write])
        #expect(try poller.wait(until: nil) == 1)
        #expect(poller[0].token == 0xFEED_0000_0000_0002)
        #expect(poller[0].isWritable)
        #expect(!poller[0].isReadable)
        #expect(!poller[0].hasError)

        try poller.remove(socket.fileDescriptor)
        #expect(try poller.wait(until: Instant(nanoseconds: 0)) == 0)
    }

    @Test func namesTheDescriptorItCannotWatch() throws {
        let poller = try Poller()
        let error = #expect(throws: SystemError.self) { try poller.add(-1, token: 0, interest: .read) }
        #expect(error?.description == "epoll_ctl add -1: Bad file descriptor (errno 9)")
    }
}
