import RollcallBasics
import RollcallCrypto

/// An authenticator with one credential, and the browser around it (WebAuthn level 2): what a test
/// changes, both would never do.
package struct TestAuthenticator: Sendable {
    package let credentialID: [UInt8]
    private let key: P256PrivateKey
    package var relyingParty = "localhost"
    package var origin = "http://localhost:8080"
    package var isUserPresent = true
    package var isUserVerified = true
    package var isBackedUp = false
    /// How often it has signed; it counts if it is not 0.
    package var signCount: UInt32 = 0

    package init() throws {
        credentialID = try RandomSource.system.bytes(32)
        key = try P256PrivateKey(scalar: Secret(RandomSource.system.bytes(32)))
    }

    /// What the browser gives to the page.
    package func registration(
        _ challenge: [UInt8]
    ) -> (clientDataJSON: [UInt8], attestationObject: [UInt8]) {
        let data = authenticatorData(flags: 0x40)
        let object: [UInt8] =
            [0xa3] + Self.text("fmt") + Self.text("none") + Self.text("attStmt") + [0xa0]
            + Self.text("authData") + [0x58, UInt8(data.count)] + data
        return (clientData("webauthn.create", challenge), object)
    }

    package mutating func assertion(
        _ challenge: [UInt8]
    ) throws -> (clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8]) {
        if signCount > 0 { signCount += 1 }
        let (json, data) = (clientData("webauthn.get", challenge), authenticatorData(flags: 0))
        let pair = try key.sign(data + SHA256Digest(of: json).bytes)
        let numbers = Self.integer(pair.prefix(32)) + Self.integer(pair.suffix(32))
        return (json, data, [0x30, UInt8(numbers.count)] + numbers)
    }

    private func clientData(_ type: String, _ challenge: [UInt8]) -> [UInt8] {
        let challenge = Base64.url.encode(challenge)
        let json = """
            {"type":"\(type)","challenge":"\(challenge)","origin":"\(origin)","crossOrigin":false}
            """
        return Array(json.utf8)
    }

    private func authenticatorData(flags: UInt8) -> [UInt8] {
        let flags =
            flags | (isUserPresent ? 0x01 : 0) | (isUserVerified ? 0x04 : 0)
            | (isBackedUp ? 0x18 : 0)
        let head =
            SHA256Digest(of: relyingParty.utf8).bytes + [flags] + signCount.bigEndianBytes
        guard flags & 0x40 != 0 else { return head }
        let cose: [UInt8] =
            [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + key.x
            + [0x22, 0x58, 0x20] + key.y
        return head + [UInt8](repeating: 0, count: 16)
            + UInt16(credentialID.count).bigEndianBytes + credentialID + cose
    }

    private static func text(_ text: String) -> [UInt8] {
        [0x60 + UInt8(text.utf8.count)] + text.utf8
    }

    private static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let digits = bytes.drop { $0 == 0 }
        let padding: [UInt8] = digits.first.map { $0 >= 0x80 } ?? true ? [0] : []
        return [0x02, UInt8(padding.count + digits.count)] + padding + digits
    }
}
