import RollcallCrypto
import RollcallRules

/// A password in its normal form: `NormalPassword`.
struct Password: Sendable {
    /// The bytes that are hashed.
    let secret: Secret
    /// The number of code points.
    let length: Int

    /// - Returns: `nil` for a text that is too long to be normalised.
    init?(_ text: String) {
        guard let normal = NormalPassword(text) else { return nil }
        secret = Secret(Array(normal.text.utf8))
        length = normal.length
    }

    /// The password in its normal form.
    var text: String { String(decoding: secret.bytes, as: UTF8.self) }
}
