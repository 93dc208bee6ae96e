import RollcallCrypto

/// A code of the second factor, as a user has given it.
enum FactorCode: Sendable {
    case totp(DigitCode)
    case recovery(RecoveryCode)

    /// A code of either kind, which are of different lengths.
    ///
    /// - Returns: nil for what cannot be a code.
    init?(entered text: String) {
        let ofApp = DigitCode(entered: text, .ofApp).map { Self.totp($0) }
        guard let code = ofApp ?? RecoveryCode(entered: text).map({ .recovery($0) }) else {
            return nil
        }
        self = code
    }
}

/// A code, or an answer of a passkey, that was correct when it was checked. It is used up in the
/// transaction of what it proves, and only once.
enum FactorUse: Sendable {
    /// A code of an app.
    ///
    /// - Parameter step: of its time.
    case totp(step: Int64, of: UUIDv7)
    case recovery(SHA256Digest, of: UUIDv7)
    case passkey(PasskeyUse)
}
