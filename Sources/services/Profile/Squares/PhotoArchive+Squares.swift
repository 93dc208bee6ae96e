import Blobs
import RollcallCrypto
import RollcallPhotos
import RollcallRPC

extension PhotoArchive {
    /// Writes the squares of a photo and then their rows, in the order of `replacePhoto`.
    func keep(_ made: MadeSquares, of photo: BlobID) async throws {
        let files = Array(made.files.keys)
        for file in files { await claims.beginUpload(of: file) }
        defer {
            for file in files { claims.endUpload(of: file) }
            wake()
        }
        var announced: [BlobID: ProfileStore.Announcement] = [:]
        for file in files { announced[file] = try await announce(file) }
        for (file, bytes) in made.files {
            let writer = try await blobs.makeWriter()
            try await writer.write(bytes)
            guard try await writer.commit() == file else { throw BlobError.dataLoss }
        }
        try await store.setSquares(made, announced: announced, of: photo)
    }

    /// The user's photo or a square of it, whole and checked.
    ///
    /// - Parameter size: 0 for the photo, or the side of a square in pixels; a missing square is
    ///   made.
    /// - Throws: `profileNotFound`, `photoNotFound`, `photoDamaged`; `overloaded`.
    func photo(
        of user: UUIDv7, size: Int, for viewer: Viewer
    ) async throws -> (StoredPhoto, [UInt8]) {
        guard size > 0 else { return try await photo(of: user, for: viewer) }
        // An attempt fails if the square is not made yet, its file is lost or the photo was
        // replaced.
        for _ in 0..<4 {
            let photo = try await store.photo(of: user, for: viewer).id
            guard let square = try await square(of: photo, size: size) else { continue }
            if let bytes = try await bytes(of: square.file, madeOf: photo) {
                return (square.photo, bytes)
            }
        }
        throw RPCError.overloaded
    }

    /// The bytes of a square; nil if its file is lost. Then the squares are made again on demand.
    ///
    /// - Throws: `overloaded`.
    func bytes(of square: BlobID, madeOf photo: BlobID) async throws -> [UInt8]? {
        do {
            if let bytes = try await bytes(of: square) { return bytes }
        } catch let error as RPCError where error == .photoDamaged {}
        try await store.forgetSquares(of: photo)
        return nil
    }

    /// The user's photo or a square of it, as `photo` describes. Does not read the file.
    ///
    /// - Throws: `profileNotFound`, `photoNotFound`; `overloaded`.
    func description(
        of user: UUIDv7, size: Int, for viewer: Viewer
    ) async throws -> StoredPhoto {
        let photo = try await store.photo(of: user, for: viewer)
        guard size > 0 else { return photo }
        return try await square(of: photo.id, size: size).orThrow(.overloaded).photo
    }

    /// A square of a photo. A missing one is made.
    ///
    /// - Returns: nil if this attempt could not make it, or the photo is gone.
    /// - Throws: `photoNotFound` if there is none; `overloaded`.
    func square(of photo: BlobID, size: Int) async throws -> PhotoSquare? {
        if let square = try await store.square(of: photo, nominalSide: size) { return square }
        guard let workers, try await store.mayHaveSquares(photo) else {
            throw RPCError.photoHasNoSquares
        }
        do {
            try await makeSquares(of: photo, workers)
        } catch is PhotoProgramError {
            throw RPCError.photoHasNoSquares
        }
        return try await store.square(of: photo, nominalSide: size)
    }
}

extension RPCError {
    /// The size of a square, or 0 for the photo.
    static func checkedSize(_ size: UInt32) throws -> Int {
        guard let size = Int(exactly: size), size == 0 || PhotoSizes.sides.contains(size) else {
            throw RPCError.malformed(
                "size", "a photo has the sizes 64, 128, 256 and 512, and 0 for itself")
        }
        return size
    }

    fileprivate static let photoHasNoSquares = violation(
        .notFound, .photoNotFound, field: "size", "there are no sizes of this photo")
}
