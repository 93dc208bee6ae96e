import Blobs
import Logging
import RollcallPhotos

/// Makes the squares and the placeholders of photos. The store keeps which photos lack them, so
/// that a crash loses none. A photo that breaks its worker is tried once more, and then gets none.
extension PhotoArchive {
    /// Makes them for new photos, beginning with those from earlier runs, until it is cancelled.
    /// Call it once.
    func makeSquares(_ workers: PhotoWorkers) async {
        await squares.run {
            try await self.makeSquares(of: $0.id, workers)
            return .done
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
