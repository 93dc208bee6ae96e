import Blobs
import Logging

extension PhotoArchive {
    /// Removes files that no row refers to, as they come to be and first those that are left from
    /// before. Call it once; it returns when it is cancelled.
    ///
    /// - Throws: `BlobError.failed` when the blob store has stopped for good: the process should
    ///   exit, and be started anew.
    func run() async throws {
        wake()
        for try await _ in wakeups {
            do {
                if try await collect() { continue }
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
        // Asked again, as a row may have come to refer to one since the batch was read.
        let garbage = try await store.garbage(among: claimed)
        var removed: [BlobID] = []
        for photo in garbage where try await remove(photo) { removed.append(photo) }
        try await store.forgetGarbage(removed)
        return removed.count == garbage.count
    }

    /// - Returns: whether the file is gone; one that cannot be removed must not keep the others.
    private func remove(_ photo: BlobID) async throws -> Bool {
        do {
            try await blobs.delete(photo)
            return true
        } catch let error as BlobError {
            noteFailure(error)
            logger.error(
                "a photo could not be removed",
                metadata: ["photo.id": "\(photo)", "error": "\(error)"])
            return false
        }
    }
}
