import RollcallAPI
import RollcallCrypto
import WebAuthn

/// A passkey of an account. Times are milliseconds since 1970.
struct Passkey: Sendable {
    /// The most passkeys of an account.
    static let limit = 20

    /// The credential's id: 1 to 1,023 bytes that its authenticator has chosen.
    let id: [UInt8]
    let accountID: UUIDv7
    let algorithm: CredentialKey.Algorithm
    /// A COSE_Key.
    let publicKey: [UInt8]
    /// How often it had signed when it was last used; 0 if it does not count.
    let signCount: UInt32
    /// How its owner calls it.
    let label: String
    let isBackedUp: Bool
    /// Whether its device has verified its user: only then it signs in without another proof.
    let isVerifying: Bool
    let createdAt: Int64
    /// When a session was last opened with it; nil for never.
    let lastUsedAt: Int64?

    /// The passkey as its owner sees it.
    var message: RollcallAPI.Passkey {
        .init(
            passkeyID: Base64.url.encode(id), label: label, createdAtMs: createdAt,
            lastUsedAtMs: lastUsedAt ?? 0, isBackedUp: isBackedUp)
    }
}

/// A correct answer of a passkey, by which a session can be opened once.
struct PasskeyUse: Sendable {
    let passkey: Passkey
    let answer: AuthenticatorData
    let attempt: PasskeyAttempt

    /// Whether the passkey counts and has not counted on since it was last used. Then there are two
    /// copies of its key, and one of them is not the owner's. Keys that are kept in several places
    /// on purpose do not count (WebAuthn level 2, §6.1.1).
    var isOfACopy: Bool {
        let (old, new) = (passkey.signCount, answer.signCount)
        return (old > 0 || new > 0) && new <= old
    }
}
