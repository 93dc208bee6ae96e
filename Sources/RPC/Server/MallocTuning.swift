import CMalloc
import Glibc
import NIOCore

/// How long the process keeps memory that it has freed.
public enum MallocTuning {
    /// Lets the process keep up to 16 MiB of freed memory, and take blocks of up to 4 MiB from there.
    /// glibc by itself returns more than 128 KiB immediately, and takes it again page by page. A server
    /// that takes up bulk streams spent a third of its time on that.
    ///
    /// Called early in `main`, as it changes the whole process (mallopt(3)).
    public static func keepFreedMemory() {
        _ = mallopt(M_TRIM_THRESHOLD, 16 * 1024 * 1024)
        _ = mallopt(M_MMAP_THRESHOLD, 4 * 1024 * 1024)
    }

    /// Returns to the system what has been free for some seconds, until the task is cancelled.
    ///
    /// glibc by itself returns only the end of a thread's heap: one block in use behind hundreds of free
    /// megabytes keeps them all. Without this, a burst of calls would cost memory for as long as the
    /// process lives.
    ///
    /// - Parameter eventLoops: threads whose heaps are shortened at their ends, too. malloc_trim(3) does not
    ///   do that.
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
            // Threads that want memory from a heap wait meanwhile: some 10 ms for each 100 MiB.
            _ = malloc_trim(0)
            idle.wasReturned(leaving: kept)
        }
    }

    /// Bytes that are free but still belong to the process, and what is not from malloc, such as stacks.
    static var kept: Int {
        let heaps = mallinfo2()
        return max(0, residentBytes - Int(heaps.uordblks) - Int(heaps.hblkhd))
    }

    /// Shortens the heap of the calling thread. malloc_trim(3) leaves the ends of all heaps but the first
    /// thread's; free(3) of a large block looks at them.
    private static func shortenHeap() {
        let block = largeBlock()
        _ = mallopt(M_TRIM_THRESHOLD, 0)
        free(block)
        keepFreedMemory()
    }

    /// Not inlined: the compiler would leave out a block that nobody writes to.
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
