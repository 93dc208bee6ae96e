import Admission
import NIOCore
import RollcallRPC
import Synchronization

/// The bytes of the photos that are being read or sent, so that many slow readers of large ones do
/// not fill the memory.
final class OutgoingPhotos: Sendable {
    private let bytes: Mutex<Budget>

    init(_ size: Int) {
        bytes = Mutex(Budget(size))
    }

    /// Reads a photo, which counts from before that until `release`.
    ///
    /// - Parameter size: the number of its bytes.
    /// - Throws: `RPCError` (`unavailable`) without room; what `read` throws. Then nothing counts.
    func taking(
        _ size: Int, _ read: () async throws -> ByteBuffer?
    ) async throws -> ByteBuffer? {
        guard bytes.withLock({ $0.take(size) }) else {
            throw RPCError(.unavailable, "too many photos are being sent")
        }
        do {
            if let photo = try await read() { return photo }
        } catch {
            release(size)
            throw error
        }
        release(size)
        return nil
    }

    func release(_ size: Int) { bytes.withLock { $0.release(size) } }
}
