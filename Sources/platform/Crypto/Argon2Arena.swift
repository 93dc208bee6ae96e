import CArgon2
import Glibc

/// The memory that one Argon2 computation at a time fills, kept from hash to hash: a fresh
/// allocation costs thousands of page faults, as much as half of the hash itself.
///
/// libargon2 overwrites it when it is done, before it calls `free_cbk`. libsodium brings its own
/// memory for each hash, so a worker touches its arena only for hashes that were made elsewhere.
final class Argon2Arena {
    let byteCount: Int
    private let base: UnsafeMutableRawPointer

    /// Reserves address space; the kernel gives pages as they are first touched.
    ///
    /// - Throws: `CryptoError.argon2` when there is no memory.
    init(kibibytes: Int) throws {
        byteCount = kibibytes * 1024
        let access = PROT_READ | PROT_WRITE
        guard let base = mmap(nil, byteCount, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            base != MAP_FAILED
        else { throw CryptoError.argon2(code: ARGON2_MEMORY_ALLOCATION_ERROR.rawValue) }
        self.base = base
        // Passwords pass through here: no page of it goes into a core dump.
        madvise(base, byteCount, MADV_DONTDUMP)
    }

    deinit {
        munmap(base, byteCount)
    }

    /// Returns the pages to the kernel, until they are touched again.
    func release() {
        madvise(base, byteCount, MADV_DONTNEED)
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: byteCount) }

    /// Runs `body`, on whose thread the callbacks below hand out this arena.
    func lend<T>(_ body: () throws -> T) rethrows -> T {
        pthread_setspecific(Self.lent, Unmanaged.passUnretained(self).toOpaque())
        defer { pthread_setspecific(Self.lent, nil) }
        return try body()
    }

    /// libargon2's callbacks carry no context; the thread is the only way to tell them apart.
    private static let lent: pthread_key_t = {
        var key = pthread_key_t()
        let code = pthread_key_create(&key, nil)
        precondition(code == 0, "no thread-local key left")
        return key
    }()

    static let allocate: allocate_fptr = { memory, count in
        let failure = ARGON2_MEMORY_ALLOCATION_ERROR.rawValue
        guard let memory, let lent = pthread_getspecific(Argon2Arena.lent) else { return failure }
        let arena = Unmanaged<Argon2Arena>.fromOpaque(lent).takeUnretainedValue()
        guard count <= arena.byteCount else { return failure }
        memory.pointee = arena.base.assumingMemoryBound(to: UInt8.self)
        return ARGON2_OK.rawValue
    }

    /// Nothing: the arena outlives the hash.
    static let free: deallocate_fptr = { _, _ in }
}
