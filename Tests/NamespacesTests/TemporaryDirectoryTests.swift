import Glibc
import Namespaces
import Testing

@Suite struct TemporaryDirectoryTests {
    @Test func isGoneWithItsOwnerAndAllInIt() throws {
        var directory: TemporaryDirectory? = try TemporaryDirectory()
        let path = try #require(directory?.path)
        let file = try #require(try directory?.write("secret", to: "file"))
        var status = stat()
        #expect(stat(file, &status) == 0)
        #expect(status.st_mode & 0o077 == 0)
        directory = nil
        #expect(access(path, F_OK) != 0)
    }
}
