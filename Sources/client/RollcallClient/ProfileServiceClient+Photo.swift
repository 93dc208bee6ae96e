import COpenSSL
import RollcallAPI
import RollcallRPC

extension ProfileServiceClient {
    /// Makes a JPEG the caller's photo, as it is.
    ///
    /// - Parameters:
    ///   - photo: what Profile takes: 5 MiB and 2,048 pixels a side unless it is configured
    ///     otherwise.
    ///   - report: is told how many bytes Profile has taken, up to all of them.
    /// - Returns: the photo as it was stored, durably.
    /// - Throws: `RPCError` of the contract. Then the caller's photo is the one it was, except
    ///   after `unavailable` and `deadlineExceeded`, after which it may be either.
    @discardableResult
    public func upload(
        _ photo: [UInt8], options: CallOptions = CallOptions(), report: (Int) -> Void = { _ in }
    ) async throws -> Photo {
        let call = try await uploadPhoto(options: options)
        // A photo that is refused while it streams ends the sending, too.
        async let sending: Void = try call.send(photo)
        while let response = try await call.responses.next() {
            switch response.progress {
            case .takenBytes(let count): report(Int(count))
            case .photo(let stored):
                try? await sending
                report(photo.count)
                return stored
            case nil: continue
            }
        }
        throw RPCError(.internal, "there is no photo in the answer")
    }
}

extension BidirectionalCall<UploadPhotoRequest, UploadPhotoResponse> {
    /// Bytes of one message.
    private static var chunkSize: Int { 64 << 10 }

    fileprivate func send(_ photo: [UInt8]) async throws {
        var digest = [UInt64](repeating: 0, count: 4)
        rollcall_sha256(photo, photo.count, &digest)
        var declaration: PhotoDeclaration? = PhotoDeclaration(
            size: UInt32(clamping: photo.count), sha256: digest.withUnsafeBytes(Array.init))
        for start in stride(from: 0, to: photo.count, by: Self.chunkSize) {
            let chunk = Array(photo[start...].prefix(Self.chunkSize))
            try await send(UploadPhotoRequest(chunk: chunk, declaration: declaration))
            declaration = nil
        }
        finishSending()
    }
}
