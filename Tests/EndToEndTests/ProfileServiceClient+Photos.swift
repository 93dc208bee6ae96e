import RollcallAPI
import RollcallRPC

extension ProfileServiceClient {
    /// The bytes of a user's photo, or of a square of it; nil if there is none.
    func photo(
        of user: String, size: UInt32 = 0, options: CallOptions
    ) async throws -> [UInt8]? {
        do {
            let parts = try await downloadPhoto(
                DownloadPhotoRequest(user: .id(user), size: size), options: options)
            var bytes: [UInt8] = []
            while let next = try await parts.next() {
                if case .chunk(let chunk) = next.part { bytes += chunk }
            }
            return bytes
        } catch let error as RPCError where error.code == .notFound {
            return nil
        }
    }
}

extension ProfileAdminServiceClient {
    /// What the operator is told of rows without files, of files without rows, and of damaged
    /// files.
    func photoFaults(mending isMending: Bool = false) async throws -> [PhotoFault] {
        let parts = try await checkPhotos(
            CheckPhotosRequest(bytesPerSecond: 1 << 30, mend: isMending))
        var faults: [PhotoFault] = []
        while let part = try await parts.next()?.part {
            if case .fault(let fault) = part { faults.append(fault) }
        }
        return faults
    }
}
