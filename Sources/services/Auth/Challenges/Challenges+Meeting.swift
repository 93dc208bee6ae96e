import RollcallAPI
import RollcallCrypto
import RollcallRPC
import RollcallRules

/// Checks codes and links against challenges.
extension Challenges {
    /// The challenge for a code. The try is stored before the code is compared, in a transaction of
    /// its own. So a failure of the call does not undo it.
    ///
    /// - Parameter field: the request's field with the code.
    /// - Throws: `RPCError` (CODE_WRONG, CODE_EXPIRED).
    func met(
        by code: String, at key: ChallengeKey, field: String
    ) async throws -> Challenge {
        // A text that cannot be a code is no guess, and costs no try.
        guard DigitCode(entered: code, .mailed) != nil else {
            throw RPCError.codeWrong(field)
        }
        guard let challenge = try await store.takeTry(at: key, now: clock()) else {
            throw RPCError.codeExpired(field)
        }
        guard try isMet(challenge, by: code) else { throw RPCError.codeWrong(field) }
        return challenge
    }

    func isMet(_ challenge: Challenge, by text: String) throws -> Bool {
        guard let code = DigitCode(entered: text, .mailed) else { return false }
        return challenge.isMet(byCode: try secrets.digest(of: code, for: challenge.id))
    }

    /// The challenge of a link. Nothing is counted or used up.
    ///
    /// - Throws: `RPCError` (LINK_INVALID).
    func found(byLink text: String) async throws -> Challenge {
        guard let token = OpaqueToken(pasted: text, kind: .link),
            let id = UUIDv7(bytes: token.id),
            let challenge = try await store.challenge(id),
            challenge.isOpen(at: clock()),
            challenge.isMet(byLink: try secrets.digest(of: token, for: id))
        else { throw RPCError.linkInvalid }
        return challenge
    }
}

extension OpaqueToken {
    /// A token as it was pasted out of a text: a link up to its `#` before it, a full stop or a
    /// bracket behind it, and line breaks within count for nothing.
    init?(pasted text: String, kind: Kind) {
        // Checks the length first: a token is short, but the text may be long.
        guard text.utf8.count <= 1024 else { return nil }
        let visible = text.unicodeScalars.filter { !$0.isBlank }.split(separator: "#").last ?? []
        let scalars = visible.split { !"\($0)".isASCIIAlphanumeric(or: "-_") }
        guard scalars.count == 1 else { return nil }
        self.init(String(String.UnicodeScalarView(scalars[0])), kind: kind)
    }
}

/// Identifies the challenge of a code.
enum ChallengeKey: Sendable {
    /// By the flow from the answer to the request for the mail.
    case flow(id: UUIDv7, hash: SHA256Digest, Set<ChallengePurpose>)
    case account(UUIDv7, ChallengePurpose)

    /// - Returns: nil if the text is not a flow.
    init?(_ text: String, of purposes: ChallengePurpose...) {
        guard text.utf8.count <= 256, let token = OpaqueToken(text, kind: .flow),
            let id = UUIDv7(bytes: token.id)
        else { return nil }
        self = .flow(id: id, hash: token.hash, Set(purposes))
    }
}

extension RPCError {
    static func codeWrong(_ field: String) -> RPCError {
        .violation(
            .invalidArgument, .codeWrong, field: field, "the code is not the one of the mail")
    }

    /// The same for a code that was used, was ended, has expired, was tried too often, or never
    /// existed.
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
