import Foundation
import RollcallCrypto
import TestAuthority

/// A key that a provider signs with, and how it shows it.
package struct TestProviderKey: Sendable {
    package let id: String
    package let algorithm: String
    /// As a JWK, without braces.
    package var members: String
    private let signer: @Sendable ([UInt8]) throws -> [UInt8]

    package var jwk: String { #"{"kid":"\#(id)",\#(members)}"# }

    /// A key on P-256.
    package static func es256(_ id: String) throws -> TestProviderKey {
        let key = try P256PrivateKey(scalar: Secret(RandomSource.system.bytes(32)))
        let (x, y) = (Base64.url.encode(key.x), Base64.url.encode(key.y))
        return TestProviderKey(
            id: id, algorithm: "ES256",
            members: #""kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)""#
        ) { try key.sign($0) }
    }

    /// An RSA key, which openssl(1) makes and signs with.
    package static func rs256(
        _ id: String, bits: Int = 2048, exponent: Int = 65537
    ) throws -> TestProviderKey {
        let files = try TestAuthority.trusted.get()
        let file = "\(UUID().uuidString).key"
        try files.run(
            "genpkey -algorithm RSA -out \(file) -pkeyopt rsa_keygen_bits:\(bits)"
                + " -pkeyopt rsa_keygen_pubexp:\(exponent)")
        let text = try files.run("rsa -in \(file) -noout -modulus")
        let digits = text.split(separator: "=")[1].filter(\.isHexDigit).lowercased()
        let modulus = Hex.decode(digits[...]) ?? []
        var bytes = withUnsafeBytes(of: exponent.bigEndian) { Array($0.drop { $0 == 0 }) }
        if bytes.isEmpty { bytes = [0] }
        return TestProviderKey(
            id: id, algorithm: "RS256",
            members: rsa(modulus: modulus, exponent: bytes)
        ) { message in
            let name = UUID().uuidString
            try Data(message).write(to: URL(fileURLWithPath: files.path("\(name).in")))
            try files.run("dgst -sha256 -sign \(file) -out \(name).sig \(name).in")
            return try Array(Data(contentsOf: URL(fileURLWithPath: files.path("\(name).sig"))))
        }
    }

    /// The members of an RSA key that nobody can sign with.
    package static func rsa(modulus: [UInt8], exponent: [UInt8]) -> String {
        let (n, e) = (Base64.url.encode(modulus), Base64.url.encode(exponent))
        return #""kty":"RSA","n":"\#(n)","e":"\#(e)""#
    }

    /// A token of any header and claims, as JSON.
    package func sign(header: String? = nil, claims: String) throws -> String {
        let header = header ?? #"{"alg":"\#(algorithm)","kid":"\#(id)","typ":"JWT"}"#
        let signed = [header, claims].map { Base64.url.encode($0.utf8) }.joined(separator: ".")
        return signed + "." + Base64.url.encode(try signer(Array(signed.utf8)))
    }
}
