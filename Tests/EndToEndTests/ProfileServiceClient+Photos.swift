import RollcallAPI
import RollcallRPC

extension ProfileServiceClient {
    /// The bytes of a user's photo, or of a square of it; nil if there is none.
    func photo(
        of user: String, size: UInt32 = 0, options: CallOptions
    ) async throws -> [UInt8]? {
        do {
            let parts = try await downloadPhoto(
                DownloadPhotoRequest(userID: user, size: size), options: options)
            var bytes: [UInt8] = []
            while let next = try await parts.next() {
                if case .chunk(let chunk) = next.part { bytes += chunk }
            }
            return bytes
        } catch let error as RPCError where error.code == .notFound {
            return nil
        }
    }

    /// What the operator is told of rows without files, and of files without rows.
    func photoFaults() async throws -> [PhotoFault] {
        var (faults, last): ([PhotoFault], String) = ([], "")
        repeat {
            let page = try await checkPhotos(CheckPhotosRequest(afterPhotoID: last))
            faults += page.faults
            last = page.nextPhotoID
        } while !last.isEmpty
        return faults
    }
}
