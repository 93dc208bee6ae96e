import Blobs
import JPEG
import Logging
import RollcallBasics
import RollcallCrypto
import RollcallRPC

/// The photos of all users: rows in the store, files in the blob store, and the order in which the
/// two change. A file is announced, written, and then referred to; it is unreferred, and then
/// removed. So at any instant a row has its file, and a file without a row is known as garbage. Where
/// several instances share the files, `ProfileStore+Garbage.swift` says why that holds.
final class PhotoArchive: Sendable {
    let store: ProfileStore
    let blobs: any BlobStore
    let limits: PhotoLimits
    let claims = PhotoClaims()
    let retryPause: Duration
    /// Between two looks whether another instance has ended the removal of a file that is to be written.
    private let announcementPause: Duration
    let logger: Logger
    /// There may be garbage.
    let wakeups: AsyncStream<Void>
    private let wakeup: AsyncStream<Void>.Continuation
    /// Ends with the error after which only a restart helps.
    let failures: AsyncThrowingStream<Never, any Error>
    private let failure: AsyncThrowingStream<Never, any Error>.Continuation
    /// Files that could not be read, for the check of the photos.
    let suspects = SuspectFiles()
    /// There may be photos without squares.
    let squareWakeups: AsyncStream<Void>
    private let squareWakeup: AsyncStream<Void>.Continuation

    init(
        store: ProfileStore, blobs: any BlobStore, limits: PhotoLimits, retryPause: Duration,
        announcementPause: Duration = .milliseconds(250), logger: Logger
    ) {
        self.store = store
        self.blobs = blobs
        self.limits = limits
        self.retryPause = retryPause
        self.announcementPause = announcementPause
        self.logger = logger
        (wakeups, wakeup) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (failures, failure) = AsyncThrowingStream.makeStream()
        (squareWakeups, squareWakeup) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingNewest(1))
    }

    /// Makes what arrives the user's photo. Once this returns, it is on the disk.
    ///
    /// - Parameter fill: appends what arrives; throws when the photo is not to be kept.
    /// - Throws: `RPCError` of the contract; what `fill` throws. Then the user's photo is the one it was.
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

    /// Waits while another instance removes the file.
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

    /// Takes the user's photo away.
    func deletePhoto(of user: UUIDv7, now: Int64) async throws {
        try await store.deletePhoto(of: user, now: now)
        wake()
    }

    /// Forgets the user, with the photo, whose file is removed soon after. Of the rest nothing is left in
    /// SQLite's files once this returns.
    ///
    /// - Returns: when that was done first, in milliseconds since 1970-01-01 UTC.
    func erase(_ user: UUIDv7, isStray: Bool = false, now: Int64) async throws -> Int64 {
        let erasedAt = try await store.erase(user, isStray: isStray, now: now)
        wake()
        // Also for a user who was erased before: whoever asks again may not have heard that this was done.
        try await store.emptyJournal()
        return erasedAt
    }

    /// The user's photo, whole and checked.
    ///
    /// - Parameters:
    ///   - viewer: from whom the photo may be hidden.
    ///   - evenIfFrozen: whether a frozen user has a photo, too.
    /// - Throws: `profileNotFound`, `photoNotFound`, `photoDamaged`.
    func photo(
        of user: UUIDv7, for viewer: Viewer, evenIfFrozen: Bool = false
    ) async throws -> (StoredPhoto, [UInt8]) {
        // Whose file is gone was replaced since its row was read, or else is lost.
        for _ in 0..<3 {
            let photo = try await store.photo(
                of: user, for: viewer, evenIfFrozen: evenIfFrozen)
            if let bytes = try await bytes(of: photo.id) { return (photo, bytes) }
        }
        logger.error("a stored photo is missing", metadata: ["user.id": "\(user)"])
        throw RPCError.photoDamaged
    }

    /// The bytes of a photo, whole and checked; nil if there is no such file. A file that is damaged or missing
    /// is checked soon after.
    ///
    /// - Throws: `photoDamaged`, `overloaded`.
    func bytes(of photo: BlobID) async throws -> [UInt8]? {
        do {
            return try await blobs.read(photo)
        } catch BlobError.notFound {
            suspects.add(photo)
            return nil
        } catch let error as BlobError where error.isDamage {
            suspects.add(photo)
            logger.error("a stored photo is damaged", metadata: ["photo.id": "\(photo)"])
            throw RPCError.photoDamaged
        } catch let error as BlobError {
            throw RPCError(error, limits) ?? error
        }
    }

    /// Milliseconds, as `BlobStore.settlingTime`.
    var settling: Int64 { blobs.settlingTime.wholeMilliseconds }

    func wake() {
        wakeup.yield()
        squareWakeup.yield()
    }

    /// What an upload's caller learns of an error.
    private func refusal(of error: any Error) -> any Error {
        switch error {
        case let error as JPEGError: return RPCError(error, limits)
        case let error as BlobError:
            noteFailure(error)
            return RPCError(error, limits) ?? error
        default: return error
        }
    }

    /// After a failed sync nothing may be acknowledged any more: `run` ends with the error.
    func noteFailure(_ error: BlobError) {
        if case .failed = error { failure.finish(throwing: error) }
    }
}

extension BlobError {
    /// Whether what is stored is not what was written.
    var isDamage: Bool {
        switch self {
        case .dataLoss, .untrusted, .tooLarge: true
        default: false
        }
    }
}
