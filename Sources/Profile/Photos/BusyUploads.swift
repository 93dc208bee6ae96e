import RollcallRPC
import Synchronization

/// Bounds the uploads that keep the server busy: those that are being stored, and those that have just
/// begun. Beyond the bound a new upload would only wait, so it is refused before its first byte.
///
/// A slow sender takes a `CallSlots` slot for minutes, but causes little work. Such an upload counts
/// again once its last byte has arrived, and is not refused then.
struct BusyUploads {
    /// How long a new upload counts.
    static let arrival = Duration.milliseconds(100)

    private enum Phase {
        case arriving(since: ContinuousClock.Instant)
        case storing
    }

    let limit: Int
    private var phases: [Int: Phase] = [:]
    private var begun = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// - Returns: a number for the upload; nil if it has to be refused.
    mutating func begin(at now: ContinuousClock.Instant) -> Int? {
        let busy = phases.values.count { phase in
            if case .arriving(let start) = phase { now - start < Self.arrival } else { true }
        }
        guard busy < limit else { return nil }
        begun += 1
        phases[begun] = .arriving(since: now)
        return begun
    }

    mutating func beginStoring(_ upload: Int) {
        phases[upload] = .storing
    }

    mutating func end(_ upload: Int) {
        phases[upload] = nil
    }
}

/// Busy uploads, shared by all calls.
final class UploadLimiter: Sendable {
    private let uploads: Mutex<BusyUploads>

    init(limit: Int) {
        uploads = Mutex(BusyUploads(limit: limit))
    }

    /// - Parameter body: calls `beginStoring` when the last byte has arrived.
    /// - Throws: `RPCError.overloaded` at once if too many uploads are busy.
    func withUpload(
        _ body: (_ beginStoring: @escaping @Sendable () -> Void) async throws -> Void
    ) async throws {
        let upload = try uploads.withLock({ $0.begin(at: .now) }).orThrow(.overloaded)
        defer { uploads.withLock { $0.end(upload) } }
        try await body { [self] in uploads.withLock { $0.beginStoring(upload) } }
    }
}
