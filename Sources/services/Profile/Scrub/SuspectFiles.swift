import Blobs
import Synchronization

/// Files that a call could not read, as they are damaged or missing, until they are checked. A file that
/// is read repeatedly is checked at most once a minute.
final class SuspectFiles: Sendable {
    /// The most files that wait for their check. More are dropped, until a call reads them again.
    static let waitingLimit = 64
    /// The most files that were checked recently. If there are as many, no others are checked.
    static let recentLimit = 1024
    private static let pause = Duration.seconds(60)

    /// The files to check, for one task.
    let files: AsyncStream<BlobID>
    private let waiting: AsyncStream<BlobID>.Continuation
    /// When each recent file may be added again.
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
