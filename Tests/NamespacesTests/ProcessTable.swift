import Glibc
import Namespaces
import SansIO

/// What /proc says about the processes of this machine.
enum ProcessTable {
    /// The pids of all processes, also of children's namespaces, whose command line contains `marker`.
    static func pids(mentioning marker: String) -> [CInt] {
        entries("/proc").compactMap { CInt($0) }.filter { pid in
            contents("/proc/\(pid)/cmdline")?.contains(marker) ?? false
        }
    }

    /// Waits until none of `pids` is left, at most five seconds; false when one still is.
    static func waitForEnd(of pids: [CInt]) -> Bool {
        let end = MonotonicClock.now + .seconds(5)
        while MonotonicClock.now < end {
            if pids.allSatisfy({ kill($0, 0) != 0 }) { return true }
            sched_yield()
        }
        return false
    }

    static func entries(_ directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    static func contents(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let length = fread(&buffer, 1, buffer.count, file)
            if length == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<length]
        }
    }

    static func target(ofLink path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 256)
        let length = readlink(path, &buffer, buffer.count)
        return length < 0 ? nil : String(decoding: buffer[..<length].map(UInt8.init), as: UTF8.self)
    }
}
