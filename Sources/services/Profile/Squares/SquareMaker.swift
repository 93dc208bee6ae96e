import Blobs
import Logging
import RollcallPhotos
import RollcallRPC

/// Makes the squares and the placeholders of photos. The store keeps which photos lack them, so that a
/// crash loses none. A photo that breaks its worker is tried once more, and then gets none.
struct SquareMaker: Sendable {
    let archive: PhotoArchive
    let workers: PhotoWorkers

    /// Makes them for new photos, beginning with those from earlier runs. Call it once. It returns when
    /// it is cancelled.
    func run() async {
        archive.wake()
        for await _ in archive.squareWakeups {
            do {
                try await makeMissing()
                continue
            } catch is CancellationError {
                return
            } catch {
                archive.logger.error(
                    "sizes of photos could not be made", metadata: ["error": "\(error)"])
            }
            try? await Task.sleep(for: archive.retryPause)
            archive.wake()
        }
    }

    private static let batchSize = 64

    private func makeMissing() async throws {
        while true {
            // A photo that was tried has its squares now, or one attempt less. So the loop ends.
            var photos = try await archive.store.photosWithoutSquares(limit: Self.batchSize)[...]
            guard !photos.isEmpty else { return }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for photo in photos.prefix(workers.count) {
                    group.addTask { try await make(photo) }
                }
                photos = photos.dropFirst(workers.count)
                while try await group.next() != nil {
                    if let photo = photos.popFirst() {
                        group.addTask { try await make(photo) }
                    }
                }
            }
        }
    }

    /// Makes the squares of one photo, or records that this is impossible.
    ///
    /// - Throws: errors that are not the photo's fault: `PhotoProgramError` about this machine,
    ///   `BlobError`, `RPCError`, `CancellationError`.
    func make(_ photo: BlobID) async throws {
        do {
            let bytes = try await archive.blobs.read(photo)
            try await archive.keep(workers.squares(of: bytes), of: photo)
        } catch let error as PhotoProgramError where !error.isAboutTheMachine {
            try await noteFailure(photo, error)
        } catch let error as BlobError where error == .notFound || error.isDamage {
            try await noteFailure(photo, error)
        } catch let error as BlobError {
            archive.noteFailure(error)
            throw error
        }
    }

    private func noteFailure(_ photo: BlobID, _ error: any Error) async throws {
        archive.logger.warning(
            "the sizes of a photo could not be made",
            metadata: ["photo.id": "\(photo)", "error": "\(error)"])
        try await archive.store.noteSquareFailure(of: photo)
    }
}
