import Blobs
import Logging
import RollcallBasics

extension PhotoArchive {
    /// Removes files that no row refers to: first those left from earlier, then new ones as they appear.
    /// Call it once; it returns when it is cancelled.
    ///
    /// - Throws: `BlobError.failed` when the blob store has failed for good. The process should then exit
    ///   and be restarted.
    func run() async throws {
        try await untilFirstEnds([
            { await self.collectAsItComes() },
            // Failures end `run` at once, even while the collector pauses.
            { for try await _ in self.failures {} },
        ])
    }

    private func collectAsItComes() async {
        wake()
        for await _ in wakeups {
            do {
                // Other instances leave garbage, too, and some of it may not be removed yet.
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

    /// - Returns: whether everything was removed. Files in use by an upload do not count: the upload
    ///   wakes `run`.
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

    /// - Parameter batch: files that were garbage a moment ago.
    func collect(_ batch: [BlobID]) async throws -> Bool {
        let claimed = claims.beginCollection(of: batch)
        defer { claims.endCollection(of: claimed) }
        let (token, begin) = (ProfileStore.randomToken(), ContinuousClock.now)
        // Checked again, as a row may refer to one of the files by now.
        let garbage = try await store.beginRemoval(of: claimed, token: token, lease: settling)
        var removed: [ProfileStore.Removal] = []
        for removal in garbage {
            // The remaining files are removed after the lease.
            guard isInTime(since: begin) else { break }
            if try await carryOut(removal, since: begin) { removed.append(removal) }
        }
        try await store.endRemoval(of: removed, token: token)
        return removed.count == garbage.count
    }

    /// Whether a removal may continue: the second half of its time is for the last request.
    func isInTime(since begin: ContinuousClock.Instant) -> Bool {
        blobs.settlingTime == .zero || .now - begin < blobs.settlingTime / 2
    }

    /// - Returns: whether the file is gone. A file that cannot be removed must not keep the others.
    private func carryOut(
        _ removal: ProfileStore.Removal, since begin: ContinuousClock.Instant
    ) async throws -> Bool {
        do {
            if removal.isDamaged {
                // Unless the right file was put back since the damage was found.
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
