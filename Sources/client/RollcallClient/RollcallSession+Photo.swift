import RollcallAPI
import RollcallPhotos

extension RollcallSession {
    /// Sets the account's photo from a user's file: JPEG, PNG, WebP or HEIC, of at most 67
    /// megapixels, or a JPEG of 268. It is sent as an upright JPEG of at most 2,048 pixels a side
    /// and 500 KB, without metadata.
    ///
    /// The program `rollcall-photo` decodes the photo in a sandbox.
    ///
    /// - Parameters:
    ///   - program: by default the one beside the running executable, then one in `PATH`.
    ///   - progress: is given the bytes that Profile has received, and the total; nil to ask for no
    ///     reports.
    /// - Throws: `PhotoProgramError` if the photo cannot be prepared; `RPCError`; `SessionError`.
    @discardableResult
    public func setPhoto(
        _ photo: [UInt8], preparedBy program: PhotoProgram? = nil,
        progress: ((_ taken: Int, _ total: Int) -> Void)? = nil
    ) async throws -> Photo {
        let program = try program ?? PhotoProgram()
        return try await setPhoto(asItIs: program.prepare(photo), progress: progress)
    }

    /// Sets the account's photo from a JPEG within Profile's limits. Profile removes all metadata.
    ///
    /// - Parameter progress: is given the bytes that Profile has received, and the total; nil to
    ///   ask for no reports.
    /// - Throws: `RPCError` (PHOTO_NOT_JPEG, PHOTO_TOO_LARGE, PHOTO_DIMENSIONS_TOO_LARGE,
    ///   PHOTO_UNSUPPORTED); `SessionError`.
    @discardableResult
    public func setPhoto(
        asItIs photo: [UInt8], progress: ((_ taken: Int, _ total: Int) -> Void)? = nil
    ) async throws -> Photo {
        try await retryingWhenRefused {
            try await profile.upload(
                photo, report: progress.map { report in { report($0, photo.count) } })
        }
    }
}
