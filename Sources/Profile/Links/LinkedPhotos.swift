import Blobs
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// The photos that are read by links. Each time it is looked anew whether the link still leads somewhere,
/// so what is hidden, replaced or gone is not found from that moment on.
package struct LinkedPhotos: Sendable {
    /// A photo that a link leads to.
    package struct Found: Sendable {
        package let id: BlobID
        /// Bytes.
        package let size: Int
        /// Names the bytes, and tells nothing about them.
        package let tag: String
        /// How many seconds the link is still good for; nil for one without an end.
        package let remaining: Int64?
    }

    private let links: PhotoLinks
    private let photos: PhotoArchive

    init(links: PhotoLinks, photos: PhotoArchive) {
        self.links = links
        self.photos = photos
    }

    /// - Returns: nil if there is nothing to be seen there.
    /// - Throws: `RPCError` while the tables cannot be read.
    package func find(_ link: PhotoLink) async throws -> Found? {
        let viewer = Viewer(link.pass)
        guard link.size == nil,
            let (photo, visibility) = try await photos.store.photoAsShown(
                of: link.user, to: viewer),
            links.opens(link, photo.id)
        else { return nil }
        let tag = link.key
        guard let pass = link.pass else {
            guard visibility == .everyone else { return nil }
            return Found(id: photo.id, size: photo.size, tag: tag, remaining: nil)
        }
        guard let remaining = links.remainingTime(of: pass, to: photo.id, of: link.user),
            viewer.sees(visibility, of: link.user)
        else { return nil }
        return Found(id: photo.id, size: photo.size, tag: tag, remaining: remaining)
    }

    /// The bytes of a photo, whole and checked.
    ///
    /// - Returns: nil if it is gone since it was found.
    /// - Throws: `RPCError` (`photoDamaged`, `overloaded`).
    package func read(_ found: Found) async throws -> [UInt8]? {
        try await photos.bytes(of: found.id)
    }
}

extension Viewer {
    fileprivate init(_ pass: PhotoLink.Pass?) {
        switch pass {
        case nil: self = .stranger
        case let pass?: self = pass.viewer.map(Viewer.user) ?? .anotherUser
        }
    }
}
