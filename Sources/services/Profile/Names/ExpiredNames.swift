import Logging
import RollcallBasics

/// Forgets names whose quarantine is over, holds that were given up so long ago that none can come
/// late, reports that were decided long ago, and what open reports keep above their bound, now and
/// then: until then they only take room.
///
/// No rename and no release does so by the way. On PostgreSQL all that run at the same time would
/// collide at the oldest rows. So the rounds of instances that were started together move apart.
struct ExpiredNames: Sendable {
    let photos: PhotoArchive
    /// The most bytes of photos that only open reports keep.
    let reportBytes: Int64
    /// Milliseconds since 1970-01-01 UTC.
    let clock: @Sendable () -> Int64
    let logger: Logger
    var interval = Duration.seconds(600)

    /// Of each kind, in one transaction.
    private static let batchSize = 500

    /// Until it is cancelled.
    func run() async {
        await repeating(every: interval * .random(in: 0.8...1.2)) {
            while try await photos.store.forgetExpired(
                limit: Self.batchSize, reportBytes: reportBytes, now: clock())
            {}
            photos.wake()
        } failed: { error in
            logger.error("expired names could not be forgotten", metadata: ["error": "\(error)"])
        }
    }
}
