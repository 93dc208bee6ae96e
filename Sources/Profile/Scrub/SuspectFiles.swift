import Blobs
import Synchronization

/// Files that somebody could not read, as they are damaged or missing, until they are checked. A file that is
/// read again and again is checked once a minute at most.
final class SuspectFiles: Sendable {
    /// Files that wait for their check. What comes then is forgotten, until somebody reads it again.
    static let waitingLimit = 64
    /// Files that are known not to be due again yet. While there are as many, no others are checked.
    static let recentLimit = 1024
    private static let pause = Duration.seconds(60)

    /// Those that are to be checked, for one task.
    let files: AsyncStream<BlobID>
    private let waiting: AsyncStream<BlobID>.Continuation
    /// When files that were added may be added again.
    private let recent = Mutex<[BlobID: ContinuousClock.Instant]>([:])

    init() {
        (files, waiting) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingOldest(Self.waitingLimit))
    }

    func add(_ file: BlobID) {
        let now = ContinuousClock.now
        let isDue = recent.withLock { recent in
            if recent.count >= Self.recentLimit { recent = recent.filter { $0.value > now } }
            guard recent.count < Self.recentLimit, recent[file].map({ $0 <= now }) ?? true else {
                return false
            }
            recent[file] = now + Self.pause
            return true
        }
        guard isDue, case .dropped = waiting.yield(file) else { return }
        _ = recent.withLock { $0.removeValue(forKey: file) }
    }
}
