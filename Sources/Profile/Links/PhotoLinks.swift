import Blobs
import RollcallAPI
import RollcallBasics
import RollcallCrypto

/// Writes the URLs under which photos are read over HTTP, and knows them again.
///
/// The key in a URL is a MAC of the user and the photo. So nobody guesses it, equal photos of two users
/// have nothing in common there, and a photo that is replaced has no place any more. A photo that not
/// everyone may see has a pass as well: it ends within two hours, and names whom it was made for, who is
/// asked about again when the photo is read.
package struct PhotoLinks: Sendable {
    /// Seconds. A URL stays the same for so long, so that browsers find it in their caches, and is good for
    /// once to twice as long.
    static let period: Int64 = 3600
    /// Characters of a key, and of the code of a pass: 128 bits.
    static let codeLength = 22

    private let base: String
    private let sizes: [Int]
    private let secret: [UInt8]
    private let clock: @Sendable () -> Int64

    /// - Parameters:
    ///   - base: what all URLs begin with, such as `https://photos.example.org`.
    ///   - sizes: the squares that there are of photos.
    ///   - secret: 32 bytes. Whoever knows it reads every photo of which the user and the hash are known.
    ///   - clock: milliseconds since 1970-01-01 UTC.
    package init(
        base: String, sizes: [Int] = [], secret: [UInt8], clock: @escaping @Sendable () -> Int64
    ) {
        self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
        self.sizes = sizes
        self.secret = secret
        self.clock = clock
    }

    /// Adds where a viewer reads a photo that the viewer sees.
    ///
    /// - Parameter visibility: who else sees it.
    func add(
        to message: inout Photo, _ photo: BlobID, of user: UUIDv7, seenBy visibility: Visibility,
        for viewer: Viewer
    ) {
        let path = "\(base)/\(user)/\(key(of: photo, user))"
        let query =
            visibility == .everyone ? "" : pass(to: photo, of: user, for: viewer.userID).query
        message.url = "\(path).jpg\(query)"
        message.sizes = sizes.map {
            PhotoSize(size: UInt32($0), url: "\(path)-\($0).jpg\(query)")
        }
    }

    /// Whether a link is one to this photo.
    func opens(_ link: PhotoLink, _ photo: BlobID) -> Bool {
        Self.areEqual(link.key, key(of: photo, link.user))
    }

    /// How many seconds a pass is good for; nil when it is not, or never was.
    func remainingTime(of pass: PhotoLink.Pass, to photo: BlobID, of user: UUIDv7) -> Int64? {
        let code = code(of: photo, user, pass.until, pass.viewer)
        let remaining = pass.until - clock() / 1000
        return Self.areEqual(pass.code, code) && remaining > 0 ? remaining : nil
    }

    private func pass(to photo: BlobID, of user: UUIDv7, for viewer: UUIDv7?) -> PhotoLink.Pass {
        let until = (clock() / 1000 / Self.period + 2) * Self.period
        return PhotoLink.Pass(
            until: until, viewer: viewer, code: code(of: photo, user, until, viewer))
    }

    private func key(of photo: BlobID, _ user: UUIDv7) -> String {
        code(for: [0] + user.bytes + photo.hex.utf8)
    }

    private func code(
        of photo: BlobID, _ user: UUIDv7, _ until: Int64, _ viewer: UUIDv7?
    ) -> String {
        code(
            for: [1] + user.bytes + photo.hex.utf8
                + until.bigEndianBytes + (viewer?.bytes ?? []))
    }

    private func code(for message: [UInt8]) -> String {
        // libcrypto has no memory left if it throws, and the process does not have long.
        let code = (try? HMACSHA256.code(for: message, key: secret)) ?? []
        return Base64.url.encode(code.prefix(16))
    }

    private static func areEqual(_ one: String, _ other: String) -> Bool {
        other.utf8.count == codeLength && constantTimeEqual(Array(one.utf8), Array(other.utf8))
    }
}

extension PhotoLink.Pass {
    fileprivate var query: String {
        "?until=\(until)" + (viewer.map { "&for=\($0)" } ?? "") + "&pass=\(code)"
    }
}
