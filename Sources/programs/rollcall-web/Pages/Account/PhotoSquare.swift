import ConnectHTTP
import HTTPServing
import HTTPTypes
import NIOCore
import RollcallAPI
import RollcallRPC

/// A square of a user's photo, which Profile shows the reader: `/photos/USER/PHOTO?size=64`. The id
/// of a photo changes with the photo, so a browser keeps it for a year.
struct PhotoSquare {
    static let path = "/photos/"
    /// Pixels a side. Profile makes no larger squares, and a square has at most 0.2 MiB.
    static let sizes = [64, 128, 256, 512]

    let userID: String
    let photoID: String
    let size: Int

    /// - Returns: nil for another path or size.
    init?(_ visit: Visit) {
        let parts = visit.path.dropFirst(Self.path.count)
            .split(separator: "/", omittingEmptySubsequences: false)
        guard visit.path.hasPrefix(Self.path), parts.count == 2,
            let size = Int(visit.query["size"]), Self.sizes.contains(size)
        else { return nil }
        (userID, photoID, self.size) = (String(parts[0]), String(parts[1]), size)
    }

    /// - Throws: `Visit.SignedOut`; `RPCError`: `notFound` when the user has no such photo now.
    func answer(_ visit: inout Visit) async throws -> Answer {
        let (reader, options) = try await visit.signedIn()
        let site = visit.site
        let bytes = try await site.photoTurns.run(for: reader) {
            try await read(site.profiles, options)
        }
        return Answer(
            .ok,
            [
                .contentType: "image/jpeg", .contentSecurityPolicy: "default-src 'none'; sandbox",
                // A cookie that was set is not for a cache.
                .cacheControl: visit.setCookies.isEmpty
                    ? "private, max-age=31536000, immutable" : "no-store",
            ], bytes)
    }

    private func read(_ profiles: ProfileServiceClient, _ options: CallOptions) async throws
        -> ByteBuffer
    {
        let request = DownloadPhotoRequest(
            user: UserKey(key: .userID(userID)), size: UInt32(size))
        let missing = RPCError(.notFound, "the user has no such photo")
        var bytes = ByteBuffer()
        do {
            for try await message in try await profiles.downloadPhoto(request, options: options) {
                switch message.part {
                case .photo(let photo) where photo.photoID != photoID: throw missing
                case .chunk(let chunk): bytes.writeBytes(chunk)
                default: continue
                }
            }
        } catch let error as RPCError where error.code == .invalidArgument {
            throw missing
        }
        return bytes
    }
}
