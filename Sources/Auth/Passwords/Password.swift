import Foundation
import RollcallCrypto

/// A password in Unicode's normal form NFC, so that it is the same whichever keyboard composed its
/// accents (RFC 8265 §4.2).
struct Password: Sendable {
    /// Bytes as they are sent, beyond which nothing is even normalised: 256 characters have far
    /// less in whatever form.
    static let longestText = 8192

    /// What is hashed.
    let secret: Secret
    /// Code points.
    let length: Int

    /// - Returns: `nil` for more than `longestText` bytes.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longestText else { return nil }
        let normal = text.precomposedStringWithCanonicalMapping
        secret = Secret(Array(normal.utf8))
        length = normal.unicodeScalars.count
    }

    /// In its normal form.
    var text: String { String(decoding: secret.bytes, as: UTF8.self) }

    /// Whether it is the same text, but for letter case.
    func isEqual(to text: String) -> Bool {
        self.text.lowercased() == text.precomposedStringWithCanonicalMapping.lowercased()
    }
}
