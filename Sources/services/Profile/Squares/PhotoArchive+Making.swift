import Blobs
import Logging
import RollcallBasics
import RollcallPhotos
import RollcallRPC

/// Makes the squares and the placeholders of photos. The store keeps which photos lack them, so
/// that a crash loses none. A photo that breaks its worker is tried once more, and then gets none.
extension PhotoArchive {
    /// Makes them for new photos, beginning with those from earlier runs. Call it once. It returns
    /// when it is cancelled.
    func makeSquares(_ workers: PhotoWorkers) async {
        wake()
        while true {
            await squareWakeup.wait()
            do {
                try Task.checkCancellation()
                try await makeMissing(workers)
                continue
            } catch is CancellationError {
                return
            } catch {
                logger.error("sizes of photos could not be made", metadata: ["error": "\(error)"])
            }
            try? await Task.sleep(for: retryPause)
            wake()
        }
    }

    private static let makingBatch = 64

    private func makeMissing(_ workers: PhotoWorkers) async throws {
        while true {
            // A photo that was tried has its squares now, or one attempt less. So the loop ends.
            var photos = try await store.photosWithoutSquares(limit: Self.makingBatch)[...]
            guard !photos.isEmpty else { return }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for photo in photos.prefix(workers.count) {
                    group.addTask { try await self.makeSquares(of: photo, workers) }
                }
                photos = photos.dropFirst(workers.count)
                while try await group.next() != nil {
                    if let photo = photos.popFirst() {
                        group.addTask { try await self.makeSquares(of: photo, workers) }
                    }
                }
            }
        }
    }

    /// Makes the squares of one photo, or records that this is impossible.
    ///
    /// - Throws: errors that are not the photo's fault: `PhotoProgramError` about this machine,
    ///   `BlobError`, `RPCError`, `CancellationError`.
    func makeSquares(of photo: BlobID, _ workers: PhotoWorkers) async throws {
        do {
            let bytes = try await blobs.read(photo)
            try await keep(workers.squares(of: bytes), of: photo)
        } catch let error as PhotoProgramError where !error.isAboutTheMachine {
            try await noteSquareFailure(photo, error)
        } catch let error as BlobError where error == .notFound || error.isDamage {
            try await noteSquareFailure(photo, error)
        } catch let error as BlobError {
            noteFailure(error)
            throw error
        }
    }

    private func noteSquareFailure(_ photo: BlobID, _ error: any Error) async throws {
        logger.warning(
            "the sizes of a photo could not be made",
            metadata: ["photo.id": "\(photo)", "error": "\(error)"])
        try await store.noteSquareFailure(of: photo)
    }
}
