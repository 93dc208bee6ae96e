import Foundation
import RollcallCrypto

/// A password in Unicode's normal form NFC, so that it does not depend on how a keyboard composes
/// accents (RFC 8265 §4.2).
struct Password: Sendable {
    /// The most bytes of the text. A longer one is not even normalised: 256 characters are far
    /// shorter in any form.
    static let longestText = 8192

    /// The bytes that are hashed.
    let secret: Secret
    /// The number of code points.
    let length: Int

    /// - Returns: `nil` for more than `longestText` bytes.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longestText else { return nil }
        let normal = text.precomposedStringWithCanonicalMapping
        secret = Secret(Array(normal.utf8))
        length = normal.unicodeScalars.count
    }

    /// The password in its normal form.
    var text: String { String(decoding: secret.bytes, as: UTF8.self) }

    /// Whether it is the same text, apart from letter case.
    func isEqual(to text: String) -> Bool {
        self.text.lowercased() == text.precomposedStringWithCanonicalMapping.lowercased()
    }
}
