import Blobs
import RollcallAPI
import RollcallBasics
import RollcallCrypto

/// Makes the URLs of photos over HTTP, and checks them.
///
/// The key in a URL is a MAC of the user and the photo. So it cannot be guessed, equal photos of
/// two users have unrelated URLs, and a replaced photo has no URL any more. A photo that is not
/// visible to everyone also needs a pass. A pass expires within two hours and names the viewer,
/// whose permission is checked again when the photo is read.
package struct PhotoLinks: Sendable {
    /// In seconds. A URL stays the same for this time, so that browsers find it in their caches. It
    /// is valid for one to two times this time.
    static let period: Int64 = 3600
    /// The length of a key and of a pass's code, in characters: 128 bits.
    static let codeLength = 22

    private let base: String
    private let sizes: [Int]
    private let secret: [UInt8]
    private let clock: @Sendable () -> Int64

    /// - Parameters:
    ///   - base: the beginning of all URLs, such as `https://photos.example.org`.
    ///   - sizes: the sizes of the squares that exist of photos.
    ///   - secret: 32 bytes. It gives access to every photo whose user and hash are known.
    ///   - clock: milliseconds since 1970-01-01 UTC.
    package init(
        base: String, sizes: [Int] = [], secret: [UInt8], clock: @escaping @Sendable () -> Int64
    ) {
        self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
        self.sizes = sizes
        self.secret = secret
        self.clock = clock
    }

    /// The secret of all links to the photos of tables that have this master key.
    ///
    /// - Throws: `CryptoError`.
    package static func secret(of masterKey: Secret) throws -> [UInt8] {
        try HKDFSHA256.key(from: masterKey, purpose: "rollcall photo links").bytes
    }

    /// Adds the URLs at which a viewer reads a photo.
    ///
    /// - Parameter visibility: who may see the photo.
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

    /// Whether a link belongs to this photo.
    func opens(_ link: PhotoLink, _ photo: BlobID) -> Bool {
        Self.areEqual(link.key, key(of: photo, link.user))
    }

    /// How many seconds a pass remains valid; nil when it is invalid or expired.
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
        // It throws only when libcrypto has no memory left. The process then ends soon anyway.
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
