import NIOCore
import RollcallRPC
import Synchronization

/// The bytes of the photos that are being read or sent, so that many slow readers of large ones do not
/// fill the memory.
final class OutgoingBytes: Sendable {
    private let limit: Int
    private let count = Atomic(0)

    init(limit: Int) {
        self.limit = limit
    }

    /// Reads a photo, which counts from before that until it is given back.
    ///
    /// - Parameter size: the number of its bytes.
    /// - Throws: `RPCError.overloaded`; what `read` throws. Then nothing counts.
    func taking(
        _ size: Int, _ read: () async throws -> ByteBuffer?
    ) async throws -> ByteBuffer? {
        guard count.wrappingAdd(size, ordering: .relaxed).newValue <= limit else {
            release(size)
            throw RPCError(.unavailable, "too many photos are being sent")
        }
        do {
            if let bytes = try await read() { return bytes }
        } catch {
            release(size)
            throw error
        }
        release(size)
        return nil
    }

    func release(_ size: Int) {
        count.wrappingSubtract(size, ordering: .relaxed)
    }
}
