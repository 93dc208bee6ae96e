import Blobs
import RollcallAPI
import RollcallPhotos
import RollcallRPC

/// The photos behind links. Each request checks again whether the link is valid. So a photo that is
/// hidden, replaced or removed is not found from that moment on.
package struct LinkedPhotos: Sendable {
    /// A photo or a square that a link leads to.
    struct Found: Sendable {
        let id: BlobID
        /// Bytes.
        let size: Int
        /// Identifies the bytes without revealing anything about them.
        let tag: String
        /// The seconds for which the link is still valid; nil if it does not expire.
        let remaining: Int64?
        /// Nil for the photo itself.
        fileprivate let squareOf: BlobID?
    }

    let links: PhotoLinks
    let photos: PhotoArchive

    /// - Returns: nil if there is no photo that the link may show.
    /// - Throws: `RPCError` while the tables cannot be read.
    func find(_ link: PhotoLink) async throws -> Found? {
        let viewer = Viewer(link.pass)
        guard
            let (photo, visibility) = try await photos.store.photoAsShown(
                of: link.user, to: viewer),
            links.opens(link, photo.id)
        else { return nil }
        var remaining: Int64?
        if let pass = link.pass {
            remaining = links.remainingTime(of: pass, to: photo.id, of: link.user)
            guard remaining != nil, viewer.sees(visibility, of: link.user) else { return nil }
        } else {
            guard visibility == .everyone else { return nil }
        }
        guard let size = link.size else {
            return Found(
                id: photo.id, size: photo.size, tag: link.key, remaining: remaining, squareOf: nil)
        }
        guard let square = try await square(of: photo.id, size: size) else { return nil }
        return Found(
            id: square.file, size: square.size, tag: "\(link.key)-\(size)", remaining: remaining,
            squareOf: photo.id)
    }

    private func square(of photo: BlobID, size: Int) async throws -> PhotoSquare? {
        guard PhotoSizes.sides.contains(size) else { return nil }
        do {
            return try await photos.square(of: photo, size: size)
        } catch let error as RPCError where error.code == .notFound {
            return nil
        }
    }

    /// The bytes of a photo, whole and checked.
    ///
    /// - Returns: nil if it has been removed since it was found. A missing square is made at the
    ///   next request.
    /// - Throws: `RPCError` (`photoDamaged`, `overloaded`).
    func read(_ found: Found) async throws -> [UInt8]? {
        guard let photo = found.squareOf else { return try await photos.bytes(of: found.id) }
        return try await photos.bytes(of: found.id, madeOf: photo)
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
