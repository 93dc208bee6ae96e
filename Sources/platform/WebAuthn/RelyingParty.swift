import RollcallCrypto

/// A relying party (WebAuthn level 2, §7): checks the answers of authenticators.
///
/// It is a value without state. The caller makes sure that a challenge is used once, looks the
/// credential up, and compares the counter.
package struct RelyingParty: Sendable {
    /// The host whose pages, and subdomains' pages, may use its credentials.
    package let id: String
    /// The pages and apps whose answers are accepted: `https://example.com`, or
    /// `android:apk-key-hash:` with a digest in base64url.
    package let origins: Set<String>
    private let hash: [UInt8]

    package init(id: String, origins: Set<String>) {
        (self.id, self.origins) = (id, origins)
        hash = SHA256Digest(of: id.utf8).bytes
    }

    /// Bytes of an answer's parts together: a registration with a chain of certificates, or an id
    /// of 1,023 bytes with a key of 8,192 bits.
    package static let answerByteLimit = 16 * 1024
}

extension RelyingParty {
    /// Checks the answer to a registration (§7.1).
    ///
    /// An attestation statement is not looked at: none was asked for. It would tell the maker of
    /// the authenticator, by whose certificates nothing here is decided.
    ///
    /// - Parameters:
    ///   - json: the client data (§5.2.1).
    ///   - object: the attestation object.
    /// - Returns: the id and the key of the credential that was made.
    package func checkRegistration(
        _ json: [UInt8], _ object: [UInt8], challenge: [UInt8]
    ) throws(WebAuthnError) -> (id: [UInt8], key: CredentialKey, data: AuthenticatorData) {
        guard json.count + object.count <= Self.answerByteLimit else { throw .malformed }
        try check(json, is: .registration, challenge: challenge)
        let value = try CBORReader.value(of: object)
        guard case .text? = value["fmt"], value["attStmt"]?.entryCount != nil,
            let bytes = value["authData"]?.bytes
        else { throw .malformed }
        let data = try checked(bytes)
        guard let credential = data.credential else { throw .malformed }
        return (credential.id, try CredentialKey(credential.key), data)
    }

    /// Checks the answer to a sign-in (§7.2), but for the counter.
    ///
    /// - Parameters:
    ///   - json: the client data (§5.2.2).
    ///   - bytes: the authenticator data.
    ///   - key: of the credential that the answer names.
    package func checkAssertion(
        _ json: [UInt8], _ bytes: [UInt8], _ signature: [UInt8], challenge: [UInt8],
        key: CredentialKey
    ) throws(WebAuthnError) -> AuthenticatorData {
        guard json.count + bytes.count + signature.count <= Self.answerByteLimit
        else { throw .malformed }
        try check(json, is: .assertion, challenge: challenge)
        let data = try checked(bytes)
        guard key.hasSigned(bytes + SHA256Digest(of: json).bytes, as: signature)
        else { throw .wrongSignature }
        return data
    }

    private func check(
        _ json: [UInt8], is kind: ClientData.Kind, challenge: [UInt8]
    ) throws(WebAuthnError) {
        let data = try ClientData(json)
        guard data.kind == kind else { throw .wrongType }
        guard constantTimeEqual(data.challenge, challenge) else { throw .wrongChallenge }
        guard origins.contains(data.origin), !data.isCrossOrigin else { throw .wrongOrigin }
    }

    private func checked(_ bytes: [UInt8]) throws(WebAuthnError) -> AuthenticatorData {
        let data = try AuthenticatorData(bytes)
        guard data.relyingPartyHash == hash else { throw .wrongRelyingParty }
        guard data.isUserPresent else { throw .noUserPresent }
        return data
    }
}
