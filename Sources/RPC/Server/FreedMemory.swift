import CMalloc

/// What becomes of memory that the process has freed.
public enum FreedMemory {
    /// Lets the process keep up to 16 MiB of what it has freed, and take blocks of up to 4 MiB from
    /// there. By itself, glibc gives back what lies beyond 128 KiB at once, and has it back page by
    /// page a moment later: a server that takes up bulk streams spends a third of its time on that.
    ///
    /// For programs, early in `main`: it is about the whole process (mallopt(3)).
    public static func keep() {
        _ = mallopt(M_TRIM_THRESHOLD, 16 * 1024 * 1024)
        _ = mallopt(M_MMAP_THRESHOLD, 4 * 1024 * 1024)
    }
}
