import RollcallBasics
import RollcallCrypto

/// One-time passwords that follow from a shared secret and the time (RFC 6238): HMAC-SHA1, six
/// digits, 30 seconds. Apps that show them support nothing else everywhere.
struct TOTP: Equatable, Sendable {
    /// The seconds of a step.
    static let period: Int64 = 30
    /// How many steps before and after the present one are accepted, as clocks differ.
    static let drift: Int64 = 1

    let secret: Secret

    init(secret: Secret) {
        self.secret = secret
    }

    /// A new one. The secret has 160 bits, as RFC 4226 §4 recommends.
    ///
    /// - Throws: `CryptoError.noRandomness`.
    init(random: RandomSource) throws {
        self.init(secret: Secret(try random.bytes(20)))
    }

    /// The step that a code belongs to, among those that are accepted now.
    ///
    /// - Parameters:
    ///   - last: the step of the last code that was accepted. A code of this step, or of an earlier
    ///     one, is wrong.
    ///   - now: milliseconds since 1970.
    /// - Returns: `nil` for a wrong code.
    /// - Throws: `CryptoError`.
    func step(of code: DigitCode, after last: Int64, now: Int64) throws -> Int64? {
        let present = now / 1000 / Self.period
        var found: Int64?
        // All are compared, and the last one counts: a code of two steps is used up with both.
        for step in (present - Self.drift)...(present + Self.drift) {
            if try self.code(at: step) == code, step > last { found = step }
        }
        return found
    }

    /// - Parameter step: steps since 1970.
    /// - Throws: `CryptoError`.
    func code(at step: Int64) throws -> DigitCode {
        let hash = try HMACSHA1.code(
            for: UInt64(bitPattern: step).bigEndianBytes, key: secret.bytes)
        // RFC 4226 §5.3.
        let offset = Int(hash[19] & 15)
        let word = UInt32(bigEndianBytes: hash[offset..<offset + 4]) & 0x7fff_ffff
        return DigitCode(word % 1_000_000, .ofApp)
    }

    /// The secret as people type it into an app: 32 letters.
    var secretText: String { Base32.standard.encode(secret.bytes) }

    /// What an app reads from a QR code, by the format that Google Authenticator has introduced.
    ///
    /// - Parameters:
    ///   - issuer: the deployment's name.
    ///   - account: such as the e-mail address.
    func uri(issuer: String, account: String) -> String {
        let (issuer, account) = (Self.escaped(issuer), Self.escaped(account))
        return "otpauth://totp/\(issuer):\(account)?secret=\(secretText)&issuer=\(issuer)"
    }

    /// Percent-encoded. A long name is cut, as its QR code would not fit into a
    /// terminal.
    private static func escaped(_ text: String) -> String {
        String(text.unicodeScalars.prefix(48)).percentEncoded()
    }
}
