import Glibc
import RollcallBasics
import RollcallCrypto
import Storage
import Synchronization

/// A file beside the database that says how far its revocations had come. A copy of the database
/// that is put back does not bring it along.
final class EpochMark: Sendable {
    enum Content: Equatable, Sendable {
        case nothing
        case position(RevocationPosition)
        case damaged
    }

    /// The epoch and the version, and the beginning of their digest, each 8 bytes, big-endian.
    private static let byteCount = 24

    private let path: String
    private let descriptor = Mutex<CInt?>(nil)

    init(path: String) {
        self.path = path
    }

    deinit {
        if let descriptor = descriptor.withLock({ $0 }) { close(descriptor) }
    }

    /// - Throws: `StorageError`.
    func read() throws -> Content {
        let descriptor = try opened()
        var bytes = [UInt8](repeating: 0, count: Self.byteCount + 1)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw failure() }
        return Self.content(Array(bytes.prefix(count)))
    }

    /// Returns when the mark is on the disk. Written over in place: one sector, so whole or not.
    ///
    /// - Throws: `StorageError`.
    func write(_ position: RevocationPosition) throws {
        let descriptor = try opened()
        let bytes = Self.bytes(position)
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count, fdatasync(descriptor) == 0
        else { throw failure() }
    }

    private func opened() throws -> CInt {
        try descriptor.withLock { descriptor in
            if let descriptor { return descriptor }
            let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard opened >= 0 else { throw failure() }
            descriptor = opened
            guard syncDirectory(of: path) else { throw failure() }
            return opened
        }
    }

    private func failure() -> StorageError {
        .failed("\(path): \(errorText())")
    }

    private static func bytes(_ position: RevocationPosition) -> [UInt8] {
        let content = position.epoch.bigEndianBytes + position.version.bigEndianBytes
        return content + SHA256Digest(of: content).bytes.prefix(8)
    }

    private static func content(_ bytes: [UInt8]) -> Content {
        if bytes.isEmpty { return .nothing }
        guard bytes.count == byteCount else { return .damaged }
        let position = RevocationPosition(
            epoch: UInt64(bigEndianBytes: bytes[0..<8]),
            version: UInt64(bigEndianBytes: bytes[8..<16]))
        return Self.bytes(position) == bytes ? .position(position) : .damaged
    }
}
