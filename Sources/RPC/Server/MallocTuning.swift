import CMalloc
import Glibc
import NIOCore

/// What becomes of memory that the process has freed.
public enum MallocTuning {
    /// Lets the process keep up to 16 MiB of what it has freed, and take blocks of up to 4 MiB from
    /// there. By itself, glibc gives back what lies beyond 128 KiB at once, and has it back page by
    /// page a moment later: a server that takes up bulk streams spends a third of its time on that.
    ///
    /// For programs, early in `main`: it is about the whole process (mallopt(3)).
    public static func keepFreedMemory() {
        _ = mallopt(M_TRIM_THRESHOLD, 16 * 1024 * 1024)
        _ = mallopt(M_MMAP_THRESHOLD, 4 * 1024 * 1024)
    }

    /// Gives back to the machine what has been free for some seconds, until the task is cancelled.
    ///
    /// glibc gives back by itself only what lies at the end of a thread's heap: one block in use
    /// behind hundreds of free megabytes keeps them all. So a burst of calls would be paid for as
    /// long as the process lives.
    ///
    /// - Parameter eventLoops: those whose heaps are shortened, too. The heaps of other threads are
    ///   emptied but for their ends.
    public static func returnIdleMemory(
        every interval: Duration = .seconds(2), eventLoops: any EventLoopGroup
    ) async throws {
        var idle = IdleMemory()
        while true {
            try await Task.sleep(for: interval)
            guard idle.isWorthReturning(kept) else { continue }
            for eventLoop in eventLoops.makeIterator() {
                try await eventLoop.submit { shortenHeap() }.get()
            }
            // Threads that want memory from a heap wait while it is emptied: some 10 ms for each
            // 100 MiB.
            _ = malloc_trim(0)
            idle.wasReturned(leaving: kept)
        }
    }

    /// Bytes that are free, and still the process's: with what no malloc has, such as stacks.
    static var kept: Int {
        let heaps = mallinfo2()
        return max(0, residentBytes - Int(heaps.uordblks) - Int(heaps.hblkhd))
    }

    /// Shortens the heap of the thread that it runs on: malloc_trim(3) leaves the ends of heaps other
    /// than the first thread's as they are, and free(3) looks at them when a large block comes back.
    private static func shortenHeap() {
        let block = largeBlock()
        _ = mallopt(M_TRIM_THRESHOLD, 0)
        free(block)
        keepFreedMemory()
    }

    /// Not inlined: a block that nobody writes to would never be made.
    @inline(never)
    private static func largeBlock() -> UnsafeMutableRawPointer? {
        malloc(128 * 1024)
    }

    /// Memory of the process that no file stands behind; 0 where /proc is away.
    private static var residentBytes: Int {
        guard let file = fopen("/proc/self/statm", "re") else { return 0 }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 128)
        guard fgets(&text, Int32(text.count), file) != nil else { return 0 }
        // Of the whole, resident, and of that with a file.
        let pages = text.prefix { $0 != 0 }.split(separator: 0x20).prefix(3)
            .compactMap { Int(String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self)) }
        return pages.count == 3 ? (pages[1] - pages[2]) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }
}
