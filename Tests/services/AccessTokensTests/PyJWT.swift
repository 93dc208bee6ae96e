import Foundation
import RollcallCrypto
import Testing

@testable import AccessTokens

/// PyJWT, which deploy/test.sh installs in .build/venv: `peer.py` says what it answers.
enum PyJWT {
    static func answers(to requests: [[String: Any]]) throws -> [[String: Any]] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let process = Process()
        process.executableURL =
            tests.appending(path: "../../../.build/venv/bin/python3").standardized
        process.arguments = [tests.appending(path: "peer.py").path]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let lines = try requests.map { try JSONSerialization.data(withJSONObject: $0) }
        // Written beside the reading, because two pipes that fill up wait for each other.
        let writer = Thread {
            for line in lines { try? input.fileHandleForWriting.write(contentsOf: line + [0x0A]) }
            try? input.fileHandleForWriting.close()
        }
        writer.start()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let answers = try data.split(separator: 0x0A).map {
            try #require(JSONSerialization.jsonObject(with: $0) as? [String: Any])
        }
        try #require(answers.count == requests.count, "deploy/test.sh installs PyJWT")
        return answers
    }

    /// A key as a JWK (RFC 7517), with its private half if it is to sign.
    static func jwk(_ key: SigningKeyPair, isPrivate: Bool = false) -> [String: String] {
        var jwk = [
            "kty": "EC", "crv": "P-256", "x": Base64.url.encode(key.publicKey.x),
            "y": Base64.url.encode(key.publicKey.y),
        ]
        if isPrivate { jwk["d"] = Base64.url.encode(key.secret.bytes) }
        return jwk
    }

    /// The public key of a token that it has written by RS256.
    ///
    /// - Throws: `KeyError` for a key that is too small.
    static func rsaKey(_ answer: [String: Any]) throws -> VerificationKey {
        .rs256(
            try RSAPublicKey(
                modulus: try #require(Base64.url.decode(answer["n"] as? String ?? "")),
                exponent: try #require(Base64.url.decode(answer["e"] as? String ?? ""))))
    }
}
