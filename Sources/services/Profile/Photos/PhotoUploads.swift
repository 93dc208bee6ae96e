import RollcallCrypto
import RollcallRPC
import Synchronization

/// What bounds the uploads of photos.
final class PhotoUploads: Sendable {
    /// Of all uploads, also of those whose senders are slow.
    let slots: CallLimiter
    private let busy: Mutex<BusyUploads>
    let allowances: RateLimiter<UUIDv7>
    private let time: Duration

    init(_ configuration: ProfileConfiguration) {
        slots = CallLimiter(
            limit: configuration.uploads, perUser: configuration.uploadsPerUser)
        busy = Mutex(BusyUploads(limit: configuration.busyUploads))
        allowances = RateLimiter(configuration.uploadsPerHour)
        time = configuration.uploadTime
    }

    /// - Parameter body: calls `beginStoring` when the last byte has arrived.
    /// - Throws: `RPCError` (`overloaded`, `tooManyAttempts`, `deadlineExceeded`); what `body`
    ///   throws.
    func withUpload<Result: Sendable>(
        of user: UUIDv7, from peer: PeerIdentity,
        _ body: @escaping @Sendable (_ beginStoring: @Sendable () -> Void) async throws -> Result
    ) async throws -> Result {
        try await slots.withSlot(for: user, at: peer) {
            try await withBusyUpload(from: peer) { beginStoring in
                // Only now: otherwise a client that a busy server refuses, and that tries again,
                // would use up the user's uploads of the hour.
                if let wait = allowances.count(user) { throw RPCError.tooManyAttempts(wait) }
                // A sender who takes for ever would keep others out.
                return try await withTimeLimit(time) { try await body(beginStoring) }
            }
        }
    }

    /// - Throws: `RPCError.overloaded` at once if too many uploads are busy.
    func withBusyUpload<Result: Sendable>(
        from peer: PeerIdentity,
        _ body: (_ beginStoring: @escaping @Sendable () -> Void) async throws -> Result
    ) async throws -> Result {
        let upload = try busy.withLock {
            $0.begin(from: ClientNetwork(peer), at: .now)
        }.orThrow(.overloaded)
        defer { busy.withLock { $0.end(upload) } }
        return try await body { [self] in busy.withLock { $0.beginStoring(upload) } }
    }
}
