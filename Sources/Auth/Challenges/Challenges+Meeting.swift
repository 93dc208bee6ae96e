import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Finding out whether challenges are met.
extension Challenges {
    /// The challenge that a code meets. What the code was tried at is written down before it is
    /// looked at, in a transaction of its own, so that no failure of the call gives the try back.
    ///
    /// - Parameter field: of the request, where the code stands.
    /// - Throws: `RPCError` (CODE_WRONG, CODE_EXPIRED).
    func met(
        by code: String, at key: ChallengeKey, field: String
    ) async throws -> Challenge {
        // What cannot be a code is no guess, and costs no try.
        let code = try ChallengeCode(entered: code).orThrow(.codeWrong(field))
        guard let challenge = try await store.takeTry(at: key, now: clock()) else {
            throw RPCError.codeExpired(field)
        }
        guard try isMet(challenge, by: code) else { throw RPCError.codeWrong(field) }
        return challenge
    }

    func isMet(_ challenge: Challenge, by code: ChallengeCode) throws -> Bool {
        challenge.isMet(byCode: try secrets.digest(of: code, for: challenge.id))
    }

    /// The challenge that a link leads to. Nothing is counted or used up.
    ///
    /// - Throws: `RPCError` (LINK_INVALID).
    func found(byLink text: String) async throws -> Challenge {
        // By length first: a token is short, and what comes need not be.
        guard text.utf8.count <= 256, let token = OpaqueToken(text, kind: .link),
            let id = UUIDv7(bytes: token.id),
            let challenge = try await store.challenge(id),
            challenge.isOpen(at: clock()),
            challenge.isMet(byLink: try secrets.digest(of: token, for: id))
        else { throw RPCError.linkInvalid }
        return challenge
    }
}

/// How the challenge is found that a code is for.
enum ChallengeKey: Sendable {
    /// By the flow that the request for the mail was answered with.
    case flow(id: UUIDv7, hash: SHA256Digest)
    case account(UUIDv7, ChallengePurpose)

    /// - Returns: nil for what is no flow.
    init?(flow text: String) {
        guard text.utf8.count <= 256, let token = OpaqueToken(text, kind: .flow),
            let id = UUIDv7(bytes: token.id)
        else { return nil }
        self = .flow(id: id, hash: token.hash)
    }
}

extension RPCError {
    static func codeWrong(_ field: String) -> RPCError {
        .violation(
            .invalidArgument, .codeWrong, field: field, "the code is not the one of the mail")
    }

    /// Alike for a code that was used, has died or expired, was tried too often, or never was.
    static func codeExpired(_ field: String) -> RPCError {
        .violation(
            .notFound, .codeExpired, field: field, "the code is of no use any more; ask for another"
        )
    }

    static var linkInvalid: RPCError {
        .violation(
            .notFound, .linkInvalid, field: "link_token", "the link is of no use, or not any more")
    }
}
