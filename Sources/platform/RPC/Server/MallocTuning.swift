import CMalloc
import Glibc
import NIOCore

/// How long the process keeps memory that it has freed.
public enum MallocTuning {
    /// Lets the process keep up to 16 MiB of freed memory, and allocate blocks of up to 4 MiB from
    /// it. By default, glibc returns more than 128 KiB immediately, and gets it back page by page.
    /// A server with bulk streams spent a third of its time on that.
    ///
    /// Call it early in `main`, as it changes the whole process (mallopt(3)).
    public static func keepFreedMemory() {
        _ = mallopt(M_TRIM_THRESHOLD, 16 * 1024 * 1024)
        _ = mallopt(M_MMAP_THRESHOLD, 4 * 1024 * 1024)
    }

    /// Returns memory to the system that has been free for some seconds, until the task is
    /// cancelled.
    ///
    /// By default, glibc returns only the end of a thread's heap. One used block after hundreds of
    /// free megabytes keeps them all. Without this, a burst of calls would cost memory for as long
    /// as the process lives.
    ///
    /// - Parameter eventLoops: threads whose heaps are also shortened at their ends, which
    ///   malloc_trim(3) does not do.
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
            // Threads that need memory from a heap wait meanwhile: about 10 ms per 100 MiB.
            _ = malloc_trim(0)
            idle.wasReturned(leaving: kept)
        }
    }

    /// Free bytes that the process still has, and memory that is not from malloc, such as stacks.
    static var kept: Int {
        let heaps = mallinfo2()
        return max(0, residentBytes - Int(heaps.uordblks) - Int(heaps.hblkhd))
    }

    /// Shortens the heap of the calling thread. malloc_trim(3) does so only for the first thread's
    /// heap. free(3) of a large block shortens any heap.
    private static func shortenHeap() {
        let block = largeBlock()
        _ = mallopt(M_TRIM_THRESHOLD, 0)
        free(block)
        keepFreedMemory()
    }

    /// Not inlined: the compiler would remove a block that is never written.
    @inline(never)
    private static func largeBlock() -> UnsafeMutableRawPointer? {
        malloc(128 * 1024)
    }

    /// The resident memory without a file; 0 if /proc is missing.
    private static var residentBytes: Int {
        guard let file = fopen("/proc/self/statm", "re") else { return 0 }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 128)
        guard fgets(&text, Int32(text.count), file) != nil else { return 0 }
        // The fields are the total size, the resident size, and the resident size of files.
        let pages = text.prefix { $0 != 0 }.split(separator: 0x20).prefix(3)
            .compactMap { Int(String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self)) }
        return pages.count == 3 ? (pages[1] - pages[2]) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }
}
