import Blobs
import Glibc
import JPEG
import Logging
import RollcallBasics
import RollcallCrypto
import RollcallPhotos
import RollcallRPC
import Storage

/// The photos of all users: rows in the store, files in the blob store, and the order in which they
/// change. A file is announced, then written, then referred to. Later it is no longer referred to,
/// and then removed. So at any moment a row has its file, and a file without a row is known as
/// garbage. For several instances with shared files, `ProfileStore+Garbage.swift` explains why that
/// holds.
final class PhotoArchive: Sendable {
    let store: ProfileStore
    let blobs: any BlobStore
    let limits: PhotoLimits
    /// They make the squares of photos; nil where photos have none.
    let workers: PhotoWorkers?
    let claims = PhotoClaims()
    let retryPause: Duration
    /// The pause between two checks whether another instance has finished removing a file that is
    /// to be written.
    private let announcementPause: Duration
    let logger: Logger
    /// Signals that there may be garbage.
    let wakeup = AsyncSignal()
    /// The photos without squares.
    let squares: WorkQueue<PhotoToShrink, ProfileEvent>
    /// Fails with an error after which the process must restart.
    let failures: AsyncThrowingStream<Never, any Error>
    private let failure: AsyncThrowingStream<Never, any Error>.Continuation

    /// - Parameter clock: milliseconds since 1970-01-01 UTC.
    init(
        store: ProfileStore, blobs: any BlobStore, limits: PhotoLimits,
        workers: PhotoWorkers? = nil, retryPause: Duration,
        announcementPause: Duration = .milliseconds(250),
        clock: @escaping @Sendable () -> Int64 = { readClock(CLOCK_REALTIME) }, logger: Logger
    ) {
        squares = WorkQueue(
            "photo_sizes", of: PhotoToShrink.table, in: store.database,
            concurrency: workers?.count ?? 1,
            backoff: Backoff(initial: retryPause, multiplier: 1, maximum: retryPause, jitter: 0),
            clock: clock, logger: logger)
        self.store = store
        self.blobs = blobs
        self.limits = limits
        self.workers = workers
        self.retryPause = retryPause
        self.announcementPause = announcementPause
        self.logger = logger
        (failures, failure) = AsyncThrowingStream.makeStream()
    }

    /// Replaces the user's photo by an upload. Once this returns, the photo is on the disk.
    ///
    /// - Parameter fill: appends the received bytes; throws when the photo must not be kept.
    /// - Throws: `RPCError` of the contract; what `fill` throws. Then the user's photo is
    ///   unchanged.
    func replacePhoto(
        of user: UUIDv7, now: Int64, fill: (inout PhotoUpload) async throws -> Void
    ) async throws -> StoredPhoto {
        var upload = PhotoUpload(to: blobs, limits: limits)
        do {
            try await fill(&upload)
            let photo = try await upload.finish()
            try await keep(photo, upload, as: user, now: now)
            return photo
        } catch {
            await upload.abort()
            throw refusal(of: error)
        }
    }

    private func keep(
        _ photo: StoredPhoto, _ upload: PhotoUpload, as user: UUIDv7, now: Int64
    ) async throws {
        await claims.beginUpload(of: photo.id)
        defer {
            claims.endUpload(of: photo.id)
            wake()
        }
        let announced = try await announce(photo.id)
        try await upload.commit(photo)
        try await store.setPhoto(photo, announced: announced, of: user, now: now)
    }

    /// Announces a file, and waits while another instance removes it.
    func announce(_ photo: BlobID) async throws -> ProfileStore.Announcement {
        for _ in 0..<Self.announcementAttempts {
            if let announced = try await store.announce(photo, settling: settling) {
                return announced
            }
            try await Task.sleep(for: announcementPause)
        }
        throw RPCError.photoOvertaken
    }

    private static let announcementAttempts = 20

    /// Removes the user's photo.
    func deletePhoto(of user: UUIDv7, now: Int64) async throws {
        try await store.deletePhoto(of: user, now: now)
        wake()
    }

    /// Erases the user with the photo. The photo's file is removed soon after. Once this returns,
    /// SQLite's files have nothing more of the user.
    ///
    /// - Returns: when the user was first erased, in milliseconds since 1970-01-01 UTC.
    func erase(_ user: UUIDv7, freesName: Bool, now: Int64) async throws -> Int64 {
        let erasedAt = try await store.erase(user, freesName: freesName, now: now)
        wake()
        // Also for a user who was erased before: the caller may repeat the call because its answer
        // was lost.
        try await store.emptyJournal()
        return erasedAt
    }

    /// The user's photo, complete and checked.
    ///
    /// - Parameter viewer: the caller, from whom the photo may be hidden.
    /// - Throws: `profileNotFound`, `photoNotFound`, `photoDamaged`.
    func photo(of user: UUIDv7, for viewer: Viewer) async throws -> (StoredPhoto, [UInt8]) {
        // If the file is missing, the photo was replaced since its row was read, or the file is
        // lost.
        for _ in 0..<3 {
            let photo = try await store.photo(of: user, for: viewer)
            if let bytes = try await bytes(of: photo.id) { return (photo, bytes) }
        }
        logger.error("a stored photo is missing", metadata: ["user.id": "\(user)"])
        throw RPCError.photoDamaged
    }

    /// The bytes of a photo, complete and checked; nil if the file does not exist.
    ///
    /// - Throws: `photoDamaged`, `overloaded`.
    func bytes(of photo: BlobID) async throws -> [UInt8]? {
        do {
            return try await blobs.read(photo)
        } catch BlobError.notFound {
            return nil
        } catch let error as BlobError where error.isDamage {
            logger.error("a stored photo is damaged", metadata: ["photo.id": "\(photo)"])
            throw RPCError.photoDamaged
        } catch let error as BlobError {
            throw RPCError(error, limits) ?? error
        }
    }

    /// In milliseconds, as `BlobStore.settlingTime`.
    var settling: Int64 { blobs.settlingTime.wholeMilliseconds }

    func wake() {
        wakeup.signal()
        squares.wake()
    }

    /// The error that an upload's caller is told.
    private func refusal(of error: any Error) -> any Error {
        switch error {
        case let error as JPEGError: return RPCError(error, limits)
        case let error as BlobError:
            noteFailure(error)
            return RPCError(error, limits) ?? error
        default: return error
        }
    }

    /// After a failed sync no more uploads may be acknowledged: `run` ends with the error.
    func noteFailure(_ error: BlobError) {
        if case .failed = error { failure.finish(throwing: error) }
    }
}

extension BlobError {
    /// Whether the stored bytes are not the written ones.
    var isDamage: Bool {
        switch self {
        case .dataLoss, .untrusted, .tooLarge: true
        default: false
        }
    }
}
