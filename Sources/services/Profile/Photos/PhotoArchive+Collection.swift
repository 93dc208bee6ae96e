import Blobs
import Logging
import RollcallBasics

extension PhotoArchive {
    /// Removes files that no row refers to: first those left from earlier, then new ones as they
    /// appear. Call it once; it returns when it is cancelled.
    ///
    /// - Throws: `BlobError.failed` when the blob store has failed for good. The process should
    ///   then exit and be restarted.
    func run() async throws {
        try await untilFirstEnds([
            { await self.collectAsItComes() },
            // Failures end `run` at once, even while the collector pauses.
            { for try await _ in self.failures {} },
        ])
    }

    /// Also now and then: other instances leave garbage, and some may not be removed yet.
    private func collectAsItComes() async {
        await repeating(every: retryPause, orAt: wakeup) {
            _ = try await collect()
        } failed: { error in
            logger.error("photos could not be collected", metadata: ["error": "\(error)"])
        }
    }

    /// - Returns: whether everything was removed. Files in use by an upload do not count: the
    ///   upload wakes `run`.
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
        var removed: [BlobID] = []
        for file in garbage {
            // The remaining files are removed after the lease: the second half is for the last
            // request.
            guard settling == 0 || .now - begin < blobs.settlingTime / 2 else { break }
            if try await remove(file) { removed.append(file) }
        }
        try await store.endRemoval(of: removed, token: token)
        return removed.count == garbage.count
    }

    /// - Returns: whether the file is gone. A file that cannot be removed must not keep the others.
    private func remove(_ file: BlobID) async throws -> Bool {
        do {
            try await blobs.delete(file)
            return true
        } catch let error as BlobError {
            noteFailure(error)
            logger.error(
                "a photo could not be removed",
                metadata: ["photo.id": "\(file)", "error": "\(error)"])
            return false
        }
    }
}
