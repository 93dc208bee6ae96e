import Glibc

/// How many files and sockets the process may have open, and how many of them may be connections.
package struct DescriptorLimit: Sendable, Equatable {
    /// For files, outgoing connections and event loops, which each processor adds to.
    static func reserve(processors: Int) -> Int { 128 + 4 * processors }

    package let count: Int

    /// Raises the limit of this process as far as it may go. Programs that hand descriptors to
    /// select(2) are why it starts lower (`LimitNOFILE` in systemd.exec(5)); none is here.
    ///
    /// - Returns: `nil` if the system does not say how high it is.
    static func raised() -> DescriptorLimit? {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return nil }
        if limit.rlim_cur < limit.rlim_max {
            var raised = rlimit(rlim_cur: limit.rlim_max, rlim_max: limit.rlim_max)
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return DescriptorLimit(count: Int(clamping: limit.rlim_cur))
    }

    /// How many connections may be open: as many as are wanted, if enough descriptors are left for
    /// all else. Of few descriptors half are for connections.
    func connections(wanted: Int, processors: Int = sysconf(CInt(_SC_NPROCESSORS_ONLN))) -> Int {
        min(wanted, max(count - Self.reserve(processors: processors), count / 2))
    }
}
