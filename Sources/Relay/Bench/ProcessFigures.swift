import Glibc

/// What the kernel says about a process: the processor time of all its threads, and its memory.
struct ProcessFigures {
    let pid: Int

    /// Nil when there is no such process.
    init?(pid: Int) {
        guard access("/proc/\(pid)/stat", R_OK) == 0 else { return nil }
        self.pid = pid
    }

    /// Nanoseconds that the threads which live now have run.
    ///
    /// From `schedstat`; a kernel without it gives `stat`'s clock ticks.
    var processorTime: UInt64? {
        var sum: UInt64 = 0
        var isExact = false
        for thread in Self.entries(of: "/proc/\(pid)/task") {
            guard let words = Self.words(of: "/proc/\(pid)/task/\(thread)/schedstat"),
                let nanoseconds = words.first.flatMap({ UInt64($0) })
            else { continue }
            sum += nanoseconds
            isExact = true
        }
        return isExact ? sum : coarseProcessorTime
    }

    private var coarseProcessorTime: UInt64? {
        // The program's name stands in parentheses and may hold blanks.
        guard let text = Self.text(of: "/proc/\(pid)/stat"), let name = text.lastIndex(of: ")") else {
            return nil
        }
        let fields = text[text.index(after: name)...].split(separator: " ")
        guard fields.count > 12, let user = UInt64(fields[11]), let system = UInt64(fields[12]) else {
            return nil
        }
        return (user + system) * (1_000_000_000 / Self.ticksPerSecond)
    }

    /// Resident memory in bytes.
    var residentBytes: Int? {
        // smaps_rollup is exact; statm may be behind by some pages for every thread.
        if let text = Self.text(of: "/proc/\(pid)/smaps_rollup"),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("Rss:") }),
            let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        {
            return kilobytes * 1024
        }
        return Self.words(of: "/proc/\(pid)/statm")?.dropFirst().first.flatMap { Int($0) }
            .map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
    }

    /// Nanoseconds that the processors of this machine were busy with anything.
    static var machineProcessorTime: UInt64? {
        guard let text = text(of: "/proc/stat"), let line = text.split(separator: "\n").first else {
            return nil
        }
        let ticks = line.split(separator: " ").dropFirst().compactMap { UInt64($0) }
        guard ticks.count > 7 else { return nil }
        // user, nice, system, idle, iowait, irq, softirq, steal
        let busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]
        return busy * (1_000_000_000 / ticksPerSecond)
    }

    /// Nanoseconds that the calling thread has run.
    static var threadProcessorTime: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private static var ticksPerSecond: UInt64 { UInt64(max(sysconf(Int32(_SC_CLK_TCK)), 1)) }

    private static func text(of path: String) -> String? {
        guard let contents = try? FileContents(path: path, limit: 1 << 20) else { return nil }
        return String(decoding: contents.bytes, as: UTF8.self)
    }

    private static func words(of path: String) -> [Substring]? {
        text(of: path)?.split { $0 == " " || $0 == "\n" }
    }

    private static func entries(of directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}
