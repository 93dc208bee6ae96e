import Blobs
import Logging
import RollcallBasics

extension PhotoArchive {
    /// Removes files that no row refers to, as they come to be and first those that are left from
    /// before. Call it once; it returns when it is cancelled.
    ///
    /// - Throws: `BlobError.failed` when the blob store has stopped for good: the process should
    ///   exit, and be started anew.
    func run() async throws {
        try await untilFirstEnds([
            { await self.collectAsItComes() },
            // At once, also while the collector makes a pause.
            { for try await _ in self.failures {} },
        ])
    }

    private func collectAsItComes() async {
        wake()
        for await _ in wakeups {
            do {
                // Other instances leave garbage, too, and some of it is not to be removed yet.
                if try await collect(), settling == 0 { continue }
            } catch is CancellationError {
                return
            } catch {
                logger.error("photos could not be collected", metadata: ["error": "\(error)"])
            }
            try? await Task.sleep(for: retryPause)
            wake()
        }
    }

    /// - Returns: whether all was removed that no upload works on, which wakes `run` at its end.
    func collect() async throws -> Bool {
        var isComplete = true
        var batch = try await store.garbage(after: nil, limit: Self.batchSize)
        while let last = batch.last {
            isComplete = try await collect(batch) && isComplete
            batch = try await store.garbage(after: last, limit: Self.batchSize)
        }
        return isComplete
    }

    private static let batchSize = 64

    /// - Parameter batch: what was garbage a moment ago.
    func collect(_ batch: [BlobID]) async throws -> Bool {
        let claimed = claims.beginCollection(of: batch)
        defer { claims.endCollection(of: claimed) }
        let (token, begin) = (ProfileStore.randomToken(), ContinuousClock.now)
        // Asked again, as a row may have come to refer to one since the batch was read.
        let garbage = try await store.beginRemoval(of: claimed, token: token, lease: settling)
        var removed: [ProfileStore.Removal] = []
        for removal in garbage {
            // What is left is removed when the lease is over.
            guard isInTime(since: begin) else { break }
            if try await carryOut(removal, since: begin) { removed.append(removal) }
        }
        try await store.endRemoval(of: removed, token: token)
        return removed.count == garbage.count
    }

    /// Whether a removal that began then may still go on: half of its time is for the last request.
    func isInTime(since begin: ContinuousClock.Instant) -> Bool {
        blobs.settlingTime == .zero || .now - begin < blobs.settlingTime / 2
    }

    /// - Returns: whether the file is gone; one that cannot be removed must not keep the others.
    private func carryOut(
        _ removal: ProfileStore.Removal, since begin: ContinuousClock.Instant
    ) async throws -> Bool {
        do {
            if removal.isDamaged {
                // Unless somebody has put the right file back since it was found damaged.
                guard try await !look(at: removal.file).isSound else { return true }
                guard isInTime(since: begin) else { return false }
                try await blobs.quarantine(removal.file)
            } else {
                try await blobs.delete(removal.file)
            }
            return true
        } catch let error as BlobError {
            noteFailure(error)
            logger.error(
                removal.isDamaged
                    ? "a damaged photo could not be moved aside" : "a photo could not be removed",
                metadata: ["photo.id": "\(removal.file)", "error": "\(error)"])
            return false
        }
    }
}
