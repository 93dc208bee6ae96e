import Blobs
import Logging

extension PhotoScrub {
    /// Looks for damaged photos whose files are there again.
    func lookForReturns(_ reading: inout Reading) async throws {
        do {
            var photos = try await store.damagedPhotos(after: nil, limit: policy.batch)
            while let last = photos.last {
                for photo in photos {
                    let bytes = try await lookForReturn(of: photo)
                    try await reading.pace.wait(for: bytes)
                }
                photos = try await store.damagedPhotos(after: last.id, limit: policy.batch)
            }
        } catch let error as BlobError {
            logger.warning(
                "damaged photos could not be looked for", metadata: ["error": "\(error)"])
        }
    }

    /// - Returns: how many bytes were read.
    private func lookForReturn(of photo: ProfileStore.DamagedPhoto) async throws -> Int {
        guard archive.claims.beginCollection(of: [photo.id]) == [photo.id] else { return 0 }
        defer { archive.claims.endCollection(of: [photo.id]) }
        let begin = ContinuousClock.now
        // Most are not there, which costs less to see.
        guard try await archive.blobs.size(of: photo.id) != nil else { return 0 }
        let finding = try await archive.look(at: photo.id)
        guard finding.isSound, archive.isInTime(since: begin),
            try await store.noteReturn(ofFile: photo.id, upload: photo.upload)
        else { return finding.bytes }
        archive.wake()
        logger.notice("a damaged photo is there again", metadata: ["photo.id": "\(photo.id)"])
        return finding.bytes
    }
}
