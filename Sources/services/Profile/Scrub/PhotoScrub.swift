import Blobs
import Logging
import RollcallBasics
import RollcallRPC
import Synchronization

/// Reads the files of all photos and squares at a bounded rate, and compares their hashes. A damaged or
/// missing file is recorded, hidden from users and moved aside. A file that was restored is shown again.
///
/// One instance reads at a time: see `ProfileStore+Scrub.swift`. If a call cannot read a file, the
/// instance that received the call checks it immediately.
final class PhotoScrub: Sendable {
    let archive: PhotoArchive
    let policy: ScrubPolicy
    let metrics: ScrubMetrics
    let holder = ProfileStore.randomToken()
    private let wakeup = AsyncSignal()
    private let currentTrouble = Mutex<String?>(nil)
    private let isAsked = Atomic(false)

    /// - Parameter policy: with a rate above 0.
    init(of archive: PhotoArchive, _ policy: ScrubPolicy, metrics: ScrubMetrics = ScrubMetrics()) {
        self.archive = archive
        self.policy = policy
        self.metrics = metrics
    }

    /// Why the check has stopped; nil if no trouble is known.
    var trouble: String? { currentTrouble.withLock { $0 } }

    /// Lets the instance look immediately for work, including restored files.
    func wake() {
        isAsked.store(true, ordering: .relaxed)
        wakeup.signal()
    }

    /// Reads until it is cancelled. Call it once.
    func run() async {
        async let suspects: Void = checkSuspects()
        await readAll()
        await suspects
    }

    private func readAll() async {
        var reading = Reading(pace: ScrubPace(rate: policy.rate))
        await repeating(every: policy.poll, orAt: wakeup) {
            repeat {
                try Task.checkCancellation()
                if isAsked.exchange(false, ordering: .relaxed) || .now >= reading.returnsDue {
                    reading.returnsDue = .now + policy.returnPause
                    try await lookForReturns(&reading)
                }
            } while try await turn(&reading)
        } failed: { error in
            logger.warning("photos could not be checked", metadata: ["error": "\(error)"])
        }
    }

    /// What an instance knows of its check besides the stored state.
    struct Reading {
        var pace: ScrubPace
        var window = DamageWindow()
        /// A file that is checked once more, as an upload may have been writing it.
        var awaited: BlobID?
        /// When restored files are looked for next.
        var returnsDue = ContinuousClock.now
    }

    /// Reads the next files if it is this instance's turn.
    ///
    /// - Returns: whether there may be more to do at once.
    func turn(_ reading: inout Reading) async throws -> Bool {
        let (isOurs, state) = try await store.takeScrub(
            holder: holder, lease: policy.lease.wholeMilliseconds)
        currentTrouble.withLock { $0 = state.trouble }
        metrics.publish(state, damagedPhotos: try await store.damagedPhotoCount())
        guard isOurs else { return false }
        do {
            try await readBatch(from: state, &reading)
            return true
        } catch let error as BlobError {
            archive.noteFailure(error)
            try await stop(because: "the photos cannot be read: \(error.cause)")
        } catch let error as DamageExcess {
            try await stop(because: error.sentence)
        }
        return false
    }

    private func stop(because trouble: String) async throws {
        try await store.pauseScrub(
            holder: holder, because: trouble, pause: policy.retryPause.wholeMilliseconds)
        currentTrouble.withLock { $0 = trouble }
    }

    var store: ProfileStore { archive.store }
    var logger: Logger { archive.logger }
}

extension BlobError {
    fileprivate var cause: String {
        switch self {
        case .unavailable(let sentence), .denied(let sentence): sentence
        default: "\(self)"
        }
    }
}
