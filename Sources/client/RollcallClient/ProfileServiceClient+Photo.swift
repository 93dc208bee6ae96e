import COpenSSL
import RollcallAPI
import RollcallRPC

extension ProfileServiceClient {
    /// Makes a JPEG the caller's photo, as it is.
    ///
    /// - Parameters:
    ///   - photo: what Profile takes: 5 MiB and 2,048 pixels a side unless it is configured
    ///     otherwise.
    ///   - report: is told how many bytes Profile has taken, up to all of them; nil to ask for no
    ///     reports.
    /// - Returns: the photo as it was stored, durably.
    /// - Throws: `RPCError` of the contract. Then the caller's photo is the one it was, except
    ///   after `unavailable` and `deadlineExceeded`, after which it may be either.
    @discardableResult
    public func upload(
        _ photo: [UInt8], options: CallOptions = CallOptions(), report: ((Int) -> Void)? = nil
    ) async throws -> Photo {
        if let report { return try await upload(photo, options, report) }
        let call = try await uploadPhoto(options: options)
        // A photo that is refused while it streams ends the sending, too: the answer says why.
        try? await UploadPhotoRequest.send(photo, by: call.send)
        let stored = try await call.finish().photo
        return try stored.orThrow(.withoutPhoto)
    }

    private func upload(
        _ photo: [UInt8], _ options: CallOptions, _ report: (Int) -> Void
    ) async throws -> Photo {
        let call = try await uploadPhotoWithProgress(options: options)
        async let sending: Void = {
            try await UploadPhotoRequest.send(photo, by: call.send)
            call.finishSending()
        }()
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
        throw RPCError.withoutPhoto
    }
}

extension UploadPhotoRequest {
    /// Bytes of one message.
    private static let chunkSize = 64 << 10

    /// Sends a photo, declared in the first message.
    fileprivate static func send(
        _ photo: [UInt8], by send: (UploadPhotoRequest) async throws -> Void
    ) async throws {
        var digest = [UInt64](repeating: 0, count: 4)
        rollcall_sha256(photo, photo.count, &digest)
        var request = UploadPhotoRequest(
            declaration: PhotoDeclaration(
                size: UInt32(clamping: photo.count), sha256: digest.withUnsafeBytes(Array.init)))
        var rest = photo[...]
        repeat {
            request.chunk = Array(rest.prefix(chunkSize))
            try await send(request)
            rest = rest.dropFirst(chunkSize)
            request = UploadPhotoRequest()
        } while !rest.isEmpty
    }
}

extension RPCError {
    fileprivate static let withoutPhoto = RPCError(.internal, "there is no photo in the answer")
}
