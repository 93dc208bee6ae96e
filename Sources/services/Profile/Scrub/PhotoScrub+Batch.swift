import Blobs
import Logging
import RollcallBasics

extension PhotoScrub {
    /// Reads the next files, records damaged ones, and stores the progress.
    ///
    /// - Throws: `BlobError` about the whole store; `DamageExcess`. Then nothing is recorded.
    func readBatch(from state: ScrubState, _ reading: inout Reading) async throws {
        let files = try await store.filesToScrub(after: state.lastFile, limit: policy.batch)
        guard !files.isEmpty else { return try await end(state) }
        var progress = ScrubProgress(lastFile: state.lastFile)
        var window = reading.window
        var suspects: [(file: BlobID, before: ScrubProgress)] = []
        let end = ContinuousClock.now + policy.batchTime
        for file in files {
            let before = progress
            progress.lastFile = file
            let isDamaged = try await read(file, &progress, &reading.pace)
            window.add(isDamaged: isDamaged)
            if isDamaged { suspects.append((file, before)) }
            guard .now < end else { break }
        }
        if !state.acceptsDamage, let excess = window.excess { throw DamageExcess(excess) }
        reading.window = window
        for (file, before) in suspects {
            switch try await decide(on: file) {
            case .isDamaged: progress.damagedFiles += 1
            case .isSound: break
            case .isBeingWritten:
                guard reading.awaited != file else { continue }
                reading.awaited = file
                // The file and those after it are read again once the upload has ended.
                let damaged = progress.damagedFiles
                progress = before
                progress.damagedFiles = damaged
                try await advance(progress)
                return try await store.pauseScrub(
                    holder: holder, because: nil, pause: archive.settling + 1000)
            }
        }
        try await advance(progress)
    }

    /// Reads a whole file, and then waits as the pace demands.
    ///
    /// - Returns: whether it is damaged or missing.
    /// - Throws: `BlobError` about the whole store.
    func read(
        _ file: BlobID, _ progress: inout ScrubProgress, _ pace: inout ScrubPace
    ) async throws -> Bool {
        let finding = try await archive.look(at: file)
        progress.files += 1
        progress.bytes += Int64(finding.bytes)
        var isDamaged = !finding.isSound
        // A file that was deleted meanwhile does not count.
        if isDamaged { isDamaged = try await store.fileStanding(of: file) != nil }
        try await pace.wait(for: finding.bytes)
        return isDamaged
    }

    private func end(_ state: ScrubState) async throws {
        try await store.endScrub(holder: holder, interval: policy.interval.wholeMilliseconds)
        logger.info(
            "all photos were checked",
            metadata: [
                "files": "\(state.files)", "bytes": "\(state.bytes)",
                "damaged": "\(state.damagedFiles)",
            ])
    }

    private func advance(_ progress: ScrubProgress) async throws {
        try await store.advanceScrub(
            holder: holder, progress, lease: policy.lease.wholeMilliseconds)
        metrics.count(progress)
    }

    /// The decision on a suspect file.
    enum Decision {
        case isDamaged, isSound, isBeingWritten
    }

    /// Reads a suspect file again, and records it if it is damaged. The first read may have failed, or
    /// the network may have changed the data.
    func decide(on file: BlobID) async throws -> Decision {
        guard archive.claims.beginCollection(of: [file]) == [file] else { return .isBeingWritten }
        defer {
            archive.claims.endCollection(of: [file])
            // Only now, as the collector skips claimed files.
            archive.wake()
        }
        guard let standing = try await store.fileStanding(of: file) else { return .isSound }
        guard standing.isSettled else { return .isBeingWritten }
        let finding = try await archive.look(at: file)
        guard !finding.isSound else { return .isSound }
        let isThere = finding != .missing
        guard try await store.noteDamage(of: file, standing, isThere: isThere) else {
            return .isBeingWritten
        }
        logger.error(
            isThere
                ? "the file of a stored photo is damaged" : "the file of a stored photo is missing",
            metadata: ["photo.id": "\(file)", "photo.is_square": "\(standing.upload == nil)"])
        return .isDamaged
    }
}

/// Too many of the last files are damaged.
struct DamageExcess: Error {
    let sentence: String

    init(_ excess: (damaged: Int, files: Int)) {
        sentence =
            "\(excess.damaged) of the last \(excess.files) files are damaged or missing, which is too many: "
            + "none of them was marked. Put the right files in place, or accept the loss with "
            + "`rollcall admin profile scrub --start --accept-damage`"
    }
}
