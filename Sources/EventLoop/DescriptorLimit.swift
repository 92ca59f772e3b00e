internal import Glibc

/// How many descriptors the process may have open: a relay needs one per allocation.
public enum DescriptorLimit {
    /// Raises the soft limit to the hard one; returns what then holds.
    @discardableResult
    public static func raise() throws(SystemError) -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        try SystemCall.outcome { Int(getrlimit(resource, &limit)) }.get("getrlimit RLIMIT_NOFILE")
        limit.rlim_cur = limit.rlim_max
        try SystemCall.outcome { Int(setrlimit(resource, &limit)) }.get("setrlimit RLIMIT_NOFILE")
        return Int(clamping: limit.rlim_cur)
    }
}
