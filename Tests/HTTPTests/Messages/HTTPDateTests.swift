import HTTP
import SansIO
import Testing

struct HTTPDateTests {
    /// The first is RFC 9110's example; the others are what `date -u -d @SECONDS` prints.
    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (951_868_799, "Tue, 29 Feb 2000 23:59:59 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    ])
    func writesADate(_ seconds: Int64, _ text: String) {
        #expect(HTTPDate.text(UnixTime(seconds: seconds)) == text)
    }
}
