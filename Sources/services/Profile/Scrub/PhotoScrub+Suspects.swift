import Blobs
import Logging

extension PhotoScrub {
    /// The number of other files that are read with a damaged one.
    private static let sampleSize = 20

    /// Checks the files that a call could not read, until it is cancelled. Each instance checks its own,
    /// without a lease.
    func checkSuspects() async {
        var pace = ScrubPace(rate: policy.rate)
        for await file in archive.suspects.files {
            do {
                try await check(file, &pace)
            } catch is CancellationError {
                return
            } catch let error as DamageExcess {
                logger.error(
                    "a damaged photo was not marked", metadata: ["error": "\(error.sentence)"])
            } catch {
                if let error = error as? BlobError { archive.noteFailure(error) }
                logger.warning(
                    "a photo could not be checked",
                    metadata: ["photo.id": "\(file)", "error": "\(error)"])
            }
        }
    }

    /// Reads a file again that a call could not read, and marks it if it is damaged.
    ///
    /// - Throws: `BlobError` about the store as a whole; `DamageExcess`. The file is not marked then.
    private func check(_ suspect: BlobID, _ pace: inout ScrubPace) async throws {
        // A file that was replaced, deleted or already marked needs no check.
        guard try await store.fileStanding(of: suspect) != nil else { return }
        var progress = ScrubProgress()
        defer { metrics.count(progress) }
        guard try await read(suspect, &progress, &pace) else { return }
        if try await !store.scrubState().acceptsDamage {
            var window = DamageWindow()
            window.add(isDamaged: true)
            for file in try await sample(behind: suspect) {
                window.add(isDamaged: try await read(file, &progress, &pace))
            }
            if let excess = window.excess { throw DamageExcess(excess) }
        }
        if try await decide(on: suspect) == .isDamaged { progress.damagedFiles = 1 }
    }

    /// Files that show whether the whole store is the wrong one, as calls report only damaged files. Ids
    /// are hashes, so the next ids are a random sample.
    private func sample(behind suspect: BlobID) async throws -> Set<BlobID> {
        let next = try await store.filesToScrub(after: suspect, limit: Self.sampleSize)
        let missing = Self.sampleSize - next.count
        let first = missing > 0 ? try await store.filesToScrub(after: nil, limit: missing) : []
        return Set(next + first).subtracting([suspect])
    }
}
