import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization
import TestSupport

@testable import AccessTokens

/// Auth, as far as tokens go: a key, and a verifier that has its public half.
struct Issuer {
    static let userID = "0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b"
    static let sessionID = "0190a1b2-c3d4-7e5f-8a6b-000000000001"

    let clock = TestClock()
    let key: SigningKeyPair
    let signer: TokenSigner
    let verifier: AccessTokenVerifier

    init() async throws {
        let key = try SigningKeyPair(random: .system)
        self.key = key
        signer = TokenSigner(key, audience: .standard)
        let keys = SigningKeyCache(clock: clock.now) { [key.publicKey] }
        verifier = AccessTokenVerifier(keys: keys, clock: clock.now)
    }

    func userClaims(isAdmin: Bool = false) -> AccessTokenClaims {
        AccessTokenClaims(
            subject: .user(userID: Self.userID, sessionID: Self.sessionID, isAdmin: isAdmin),
            issuedAt: clock.seconds, expiresAt: clock.seconds + 600)
    }

    func userToken() async throws -> String {
        try signer.token(for: userClaims())
    }

    var header: String { #"{"alg":"ES256","kid":"\#(key.publicKey.keyID)","typ":"JWT"}"# }

    /// The claims of a genuine token, as text, some of them replaced.
    func claims(_ replaced: [String: String] = [:], more: String = "") -> String {
        var claims = [
            "iss": #""rollcall""#, "aud": #""rollcall""#, "sub": "\"\(Self.userID)\"",
            "sid": "\"\(Self.sessionID)\"",
            "role": #""user""#, "iat": "\(clock.seconds)", "exp": "\(clock.seconds + 600)",
        ]
        claims.merge(replaced) { $1 }
        return "{" + claims.map { "\"\($0)\":\($1)" }.joined(separator: ",") + more + "}"
    }

    /// A token of whatever header and claims, signed with the genuine key.
    func sign(header: String? = nil, claims: String) async throws -> String {
        let parts = [header ?? self.header, claims].map { Base64.url.encode(Array($0.utf8)) }
        let signed = parts.joined(separator: ".")
        let signature = try key.privateKey.sign(signed.utf8)
        return signed + "." + Base64.url.encode(signature)
    }

    func isRefused(_ token: String) async -> Bool {
        do {
            _ = try await verifier.claims(of: token)
            return false
        } catch {
            let error = error as? RPCError
            return error?.code == .unauthenticated && error?.reasons == [.accessTokenInvalid]
        }
    }
}

extension TestClock {
    /// Since 1970-01-01 UTC, as tokens say it.
    var seconds: Int64 { now() / 1000 }
}
