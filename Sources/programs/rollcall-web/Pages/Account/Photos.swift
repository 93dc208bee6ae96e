import ConnectHTTP
import HTTPTypes
import NIOCore
import RollcallAPI
import RollcallPhotos
import RollcallRPC

/// The squares of users' photos: `/photos/USER/PHOTO?size=64`. The id of a photo changes with the
/// photo, so a browser keeps it for a year. A square has at most 0.2 MiB.
extension Visit {
    /// A user's photo in a page, or the first letter of the name where there is none.
    ///
    /// - Parameters:
    ///   - size: pixels of the page a side: 48 in lists, 96 beside a form.
    func photo(_ userID: String, _ photo: Photo?, name: String, size: Int) -> HTML {
        let isLarge: HTML? = size > 48 ? " large" : nil
        let initial = name.prefix(1).uppercased()
        guard let photo else {
            return "<span class=\"photo\(isLarge)\" aria-hidden=\"true\">\(initial)</span>"
        }
        // Many screens have two pixels where a page has one.
        let square = PhotoSizes.sides.first { $0 >= 2 * size } ?? 512
        return """
            <img class="photo\(isLarge)" src="/photos/\(userID)/\(photo.photoID)?size=\(square)" \
            alt="" width="\(size)" height="\(size)" loading="lazy">
            """
    }

    /// A square as Profile shows it to the reader.
    ///
    /// - Returns: nil where there is none.
    /// - Throws: `SignedOut`; `RPCError`.
    mutating func photo() async throws -> Answer? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, parts[1] == "photos", session != nil, let size = Int(query["size"]),
            PhotoSizes.sides.contains(size)
        else { return nil }
        let (_, options) = try await signedIn()
        let owner = try? await site.profile(of: parts[2], options)
        guard owner?.photo?.photoID == parts[3] else { return nil }
        let user = UserKey(key: .userID(parts[2]))
        let request = DownloadPhotoRequest(user: user, size: UInt32(size))
        // A page has more photos than Profile lets a user read at once.
        for _ in 0..<100 {
            do {
                var bytes = ByteBuffer()
                let answers = try await site.profiles.downloadPhoto(request, options: options)
                while let answer = try await answers.next() {
                    if case .chunk(let chunk) = answer.part { bytes.writeBytes(chunk) }
                }
                var answer = Answer(.ok, [.contentType: "image/jpeg"], bytes)
                answer.fields[.contentSecurityPolicy] = "default-src 'none'; sandbox"
                guard setCookies.isEmpty else { return answer }
                answer.fields[.cacheControl] = "private, max-age=31536000, immutable"
                return answer
            } catch let error as RPCError where error.isOverload {
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        throw RPCError.overloaded
    }
}
