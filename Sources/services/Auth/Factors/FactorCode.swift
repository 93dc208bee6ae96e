import RollcallCrypto

/// A code of the second factor, as a user has given it.
enum FactorCode: Sendable {
    case totp(TOTPCode)
    case recovery(RecoveryCode)

    /// A code of either kind, which are of different lengths.
    ///
    /// - Returns: nil for what cannot be a code.
    init?(entered text: String) {
        if let code = TOTPCode(entered: text) {
            self = .totp(code)
        } else if let code = RecoveryCode(entered: text) {
            self = .recovery(code)
        } else {
            return nil
        }
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
