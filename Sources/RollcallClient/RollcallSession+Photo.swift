import RollcallAPI
import RollcallPhotos
import RollcallRPC

extension RollcallSession {
    /// Makes a photo as people have it the account's own: JPEG, PNG, WebP or HEIC, of at most 50
    /// megapixels. It is sent as an upright JPEG of at most 2,048 pixels a side and 500 KB, without
    /// anything that is not picture.
    ///
    /// The photo is decoded by the program `rollcall-photo`, in a sandbox.
    ///
    /// - Parameters:
    ///   - program: by default the one beside the running executable, then one in `PATH`.
    ///   - progress: is told how many bytes Profile has taken, and of how many.
    /// - Throws: `PhotoProgramError` if the photo cannot be prepared; `RPCError`; `SessionError`.
    @discardableResult
    public func setPhoto(
        _ photo: [UInt8], preparedBy program: PhotoProgram? = nil,
        progress: (_ taken: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> Photo {
        let program = try program ?? PhotoProgram()
        return try await setPhoto(asItIs: program.prepare(photo), progress: progress)
    }

    /// Makes a JPEG that keeps Profile's limits the account's own. Profile removes all that is not
    /// picture.
    ///
    /// - Parameter progress: is told how many bytes Profile has taken, and of how many.
    /// - Throws: `RPCError` (PHOTO_NOT_JPEG, PHOTO_TOO_LARGE, PHOTO_DIMENSIONS_TOO_LARGE,
    ///   PHOTO_UNSUPPORTED); `SessionError`.
    @discardableResult
    public func setPhoto(
        asItIs photo: [UInt8], progress: (_ taken: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> Photo {
        try await retryingWhenRefused {
            try await profile.upload(photo) { progress($0, photo.count) }
        }
    }
}
