import MessageJSON
import RollcallBasics
import RollcallCrypto

/// A sign-in with a correct first proof that waits for the second factor of its account.
///
/// The caller keeps it, as a text, and nothing is stored before it succeeds: a durable write costs
/// more than all else of the call. Then its digest is stored, so that it succeeds once. Guesses at
/// codes are limited for the account and its devices, across all attempts.
struct FactorAttempt: Sendable {
    static let lifetime = Duration.seconds(600)

    let account: UUIDv7
    /// The account's own number when the first proof was verified. Another one ends the attempt.
    let credentialsChangedAt: Int64
    /// Whether the first proof was the password.
    let isByPassword: Bool
    /// The caller's device, if the account knows it.
    let knownDevice: UUIDv7?
    let device: SessionDevice
    /// The identity that was proved. It is linked to the account when the session is opened, unless
    /// it is already.
    let identity: ProvedIdentity?
    /// By which the attempt is known as used: that of the identity's, which can begin several.
    let digest: SHA256Digest
    /// In milliseconds since 1970.
    let expiresAt: Int64

    /// Until when a use has to be known: another attempt with the same identity may have begun as
    /// late as this one ends.
    var usedUntil: Int64 { expiresAt + Self.lifetime.wholeMilliseconds }
}

extension Factors {
    /// Begins an attempt.
    ///
    /// - Returns: it as a text, and when it expires.
    /// - Throws: `CryptoError`.
    func begin(
        for account: Account, byPassword isByPassword: Bool, on device: SessionDevice,
        known: KnownDevice?, with identity: ProvedIdentity?
    ) throws -> (text: String, expiresAt: Int64) {
        let attempt = FactorAttempt(
            account: account.id, credentialsChangedAt: account.credentialsChangedAt,
            isByPassword: isByPassword, knownDevice: known?.id, device: device, identity: identity,
            digest: try identity?.attempt?.digest ?? SHA256Digest(of: random.bytes(16)),
            expiresAt: clock() + FactorAttempt.lifetime.wholeMilliseconds)
        return (try seal.text(of: attempt.content, for: Self.use), attempt.expiresAt)
    }

    /// The attempt with this text; nil if it was not made here, or has expired.
    ///
    /// - Throws: `CryptoError`.
    func attempt(_ text: String) throws -> FactorAttempt? {
        guard let content = try seal.content(of: text, for: Self.use, longest: 12_288),
            let attempt = FactorAttempt(content)
        else { return nil }
        // Not of the future, either: the clock may have been set back.
        let isOpen = (1...FactorAttempt.lifetime.wholeMilliseconds)
            .contains(attempt.expiresAt - clock())
        return isOpen ? attempt : nil
    }

    private static var use: String { "factor attempt" }
}

extension FactorAttempt {
    /// A JSON object of texts.
    fileprivate var content: [UInt8] {
        var texts = [
            "account": account.description, "changed": "\(credentialsChangedAt)",
            "password": "\(isByPassword)", "label": device.label, "platform": device.platform,
            "version": device.appVersion, "digest": Hex.encode(digest.bytes),
            "expires": "\(expiresAt)",
        ]
        texts["device"] = knownDevice?.description
        texts["issuer"] = identity?.key.issuer
        texts["subject"] = identity?.key.subject
        texts["email"] = identity?.email
        texts["grant"] = identity?.sealedGrant
        return Array(JSON.object(texts.mapValues { .string($0) }).line().utf8)
    }

    fileprivate init?(_ content: [UInt8]) {
        guard let texts = (try? JSON(content))?.texts,
            let account = texts["account"].flatMap({ UUIDv7($0) }),
            let changedAt = texts["changed"].flatMap({ Int64($0) }),
            let digest = texts["digest"].flatMap({ Hex.decode($0) })
                .flatMap({ SHA256Digest(bytes: $0) }),
            let expiresAt = texts["expires"].flatMap({ Int64($0) })
        else { return nil }
        var identity: ProvedIdentity?
        if let issuer = texts["issuer"], let subject = texts["subject"] {
            identity = ProvedIdentity(
                key: IdentityKey(issuer: issuer, subject: subject), email: texts["email"],
                sealedGrant: texts["grant"])
        }
        self.init(
            account: account, credentialsChangedAt: changedAt,
            isByPassword: texts["password"] == "true",
            knownDevice: texts["device"].flatMap { UUIDv7($0) },
            device: SessionDevice(
                label: texts["label"] ?? "", platform: texts["platform"] ?? "",
                appVersion: texts["version"] ?? ""),
            identity: identity, digest: digest, expiresAt: expiresAt)
    }
}
