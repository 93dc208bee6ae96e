import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps the session in a file of its owner alone, which processes can share.
///
/// A change goes to another file first, which then takes the place of the first one. A lock
/// (`flock`) lets one process at a time change it; the kernel ends it with its process.
public struct FileSessionStore: SessionStore {
    /// The most bytes that are saved and read.
    private static let longest = 256 << 10
    /// How long a change waits for another process.
    private static let patience = Duration.seconds(10)

    private let path: String

    /// - Parameter file: in a directory that exists.
    public init(file: URL) { path = file.path }

    public func load() async throws -> Data? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("open")
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.longest)
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes { buffer in
                read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { throw failure("read") }
            guard more > 0 else { break }
            count += more
        }
        return Data(bytes.prefix(count))
    }

    public func update<Result: Sendable>(
        _ change: @Sendable (inout Data?) throws -> Result
    ) async throws -> Result {
        let lock = try await lock()
        defer { close(lock) }
        let before = try await load()
        var stored = before
        let result = try change(&stored)
        if stored != before { try save(stored) }
        return result
    }

    private func save(_ bytes: Data?) throws {
        guard let bytes else {
            guard unlink(path) == 0 || errno == ENOENT else { throw failure("unlink") }
            return
        }
        guard bytes.count <= Self.longest else { throw CocoaError(.fileWriteUnknown) }
        let draft = path + ".new"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("open") }
        defer { close(descriptor) }
        try write(bytes, to: descriptor)
        guard fchmod(descriptor, 0o600) == 0, fsync(descriptor) == 0, rename(draft, path) == 0
        else {
            throw failure("save")
        }
        let directory = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
    }

    private func write(_ bytes: Data, to descriptor: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { buffer in
                #if canImport(Glibc)
                    Glibc.write(descriptor, buffer.baseAddress, buffer.count)
                #else
                    Darwin.write(descriptor, buffer.baseAddress, buffer.count)
                #endif
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("write") }
            rest = rest.dropFirst(count)
        }
    }

    /// - Returns: a descriptor; closing it lets the next one in.
    private func lock() async throws -> Int32 {
        let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("lock") }
        let end = ContinuousClock.now + Self.patience
        do {
            while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                guard ContinuousClock.now < end else { throw failure("lock") }
                try await Task.sleep(for: .milliseconds(5))
            }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private func failure(_ step: String) -> any Error {
        let code = errno
        return CocoaError(
            code == ENOSPC ? .fileWriteOutOfSpace : .fileWriteUnknown,
            userInfo: [NSLocalizedDescriptionKey: "\(step): \(String(cString: strerror(code)))"])
    }
}
