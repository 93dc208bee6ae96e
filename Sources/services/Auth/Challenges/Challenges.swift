import RollcallBasics
import RollcallCrypto

/// Makes challenges, and finds out whether they are met.
struct Challenges: Sendable {
    let store: AuthStore
    let secrets: ChallengeSecrets
    let ids: UUIDv7Generator
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64

    /// A challenge and the mail with its code or link, to be stored together.
    struct Issue: Sendable {
        let challenge: Challenge
        let mail: MailItem
    }

    /// A challenge of an account that is made now.
    ///
    /// - Parameters:
    ///   - address: where it is sent.
    ///   - newAddress: what the mail tells of.
    func issue(
        _ purpose: ChallengePurpose, of account: Account, at address: String,
        newAddress: String? = nil
    ) throws -> Issue {
        try draft(purpose).issue(
            of: account, at: address, telling: newAddress.map { [.newAddress: $0] } ?? [:])
    }

    /// A challenge of an account that is read by the transaction that stores it. All that is random
    /// is drawn now, as a transaction may be run again.
    ///
    /// - Parameter flow: what must come with the code; nil where the caller's session takes its
    ///   place.
    func draft(_ purpose: ChallengePurpose, flow: ChallengeFlow? = nil) throws -> Draft {
        let now = clock()
        return try draft(
            Challenge(
                id: flow?.id ?? ids.next(), purpose: purpose, address: "",
                flowHash: flow?.token.hash, createdAt: now, expiresAt: now))
    }

    /// A challenge that was waiting for its account. Its time begins now.
    func draft(_ request: Challenge) throws -> Draft {
        var draft = Draft(secrets: secrets, challenge: request, mailID: try ids.next())
        draft.challenge.begin(at: clock())
        return draft
    }

    struct Draft: Sendable {
        fileprivate let secrets: ChallengeSecrets
        fileprivate var challenge: Challenge
        fileprivate let mailID: UUIDv7

        /// - Parameters:
        ///   - address: where it is sent, as its owner wrote it.
        ///   - locale: to write in, if the account has none.
        ///   - variables: what the mail tells of.
        func issue(
            of account: Account, at address: String, locale: String = "",
            telling variables: [MailVariable: String] = [:]
        ) throws -> Issue {
            let (id, purpose) = (challenge.id, challenge.purpose)
            var challenge = challenge
            challenge.address = address
            challenge.bond = try Challenge.Bond(
                accountID: account.id,
                codeHash: purpose.hasCode
                    ? secrets.digest(of: secrets.code(of: id), for: id) : nil,
                linkHash: purpose.hasLink
                    ? secrets.digest(of: secrets.linkToken(of: id), for: id) : nil,
                stateHash: purpose.state(of: account))
            let mail = MailItem(
                id: mailID, kind: purpose.mail, account: account.id, recipient: address,
                locale: account.locale.isEmpty ? locale : account.locale, variables: variables,
                challenge: id, expiresAtMs: challenge.expiresAt)
            return Issue(challenge: challenge, mail: mail)
        }
    }

    /// A challenge that was asked for without a session, and has no account yet.
    func request(
        _ purpose: ChallengePurpose, at address: String, flow: ChallengeFlow, by asker: LimitKey
    ) -> Challenge {
        let now = clock()
        return Challenge(
            id: flow.id, purpose: purpose, address: address,
            flowHash: flow.token.hash, asker: asker.bytes, createdAt: now,
            expiresAt: now + ResetRequest.deadline.wholeMilliseconds)
    }

    func newFlow(_ random: RandomSource) throws -> ChallengeFlow {
        let id = try ids.next()
        return ChallengeFlow(
            id: id, token: try OpaqueToken(kind: .flow, id: id.bytes, random: random))
    }
}

/// What must come with a code that was asked for without a session.
struct ChallengeFlow: Sendable {
    /// Of the challenge.
    let id: UUIDv7
    let token: OpaqueToken
}

extension OpaqueToken.Kind {
    /// The answer to a request for a code, to be sent back together with the code.
    static let flow = OpaqueToken.Kind(prefix: "rcf1_")
}
