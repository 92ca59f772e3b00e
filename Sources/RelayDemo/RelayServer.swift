import Glibc
import Namespaces

/// Which program relays.
enum RelayServer: String, CaseIterable {
    case castrelay
    /// Debian's coturn, as a control: what it fails too is not the relay's fault.
    case coturn

    /// The file to start; `directory` is where castrelay lies.
    func path(castrelayIn directory: String) throws(MissingProgram) -> String {
        let name = self == .castrelay ? "\(directory)/castrelay" : "turnserver"
        guard let path = Program.find(name) else { throw MissingProgram(name: name) }
        return path
    }

    /// The directory of the running program.
    static func directoryOfThisProgram() -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(decoding: buffer[..<max(0, length)].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
