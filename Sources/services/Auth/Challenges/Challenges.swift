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
    ///   - flow: what must come with the code; nil where the caller's session takes its place.
    ///   - newAddress: what the mail tells of.
    func issue(
        _ purpose: ChallengePurpose, of account: Account, at address: String,
        flow: ChallengeFlow? = nil, newAddress: String? = nil
    ) throws -> Issue {
        try draft(purpose, flow: flow).issue(of: account, at: address, newAddress: newAddress)
    }

    /// A challenge of an account that is read by the transaction that stores it. All that is random
    /// is drawn now, as a transaction may be run again.
    ///
    /// - Parameter flow: as of `issue`.
    func draft(_ purpose: ChallengePurpose, flow: ChallengeFlow? = nil) throws -> Draft {
        try Draft(
            challenges: self, purpose: purpose, id: flow?.id ?? ids.next(),
            flowHash: flow?.token.hash, mailID: ids.next(), createdAt: clock())
    }

    struct Draft: Sendable {
        fileprivate let challenges: Challenges
        fileprivate let purpose: ChallengePurpose
        fileprivate let id: UUIDv7
        fileprivate let flowHash: SHA256Digest?
        fileprivate let mailID: UUIDv7
        fileprivate let createdAt: Int64

        /// Parameters as of `Challenges.issue`.
        func issue(
            of account: Account, at address: String, newAddress: String? = nil
        ) throws -> Issue {
            let challenge = try challenges.bound(
                Challenge(
                    id: id, purpose: purpose, address: address,
                    flowHash: flowHash, createdAt: createdAt,
                    expiresAt: createdAt + purpose.lifetime.wholeMilliseconds),
                to: account)
            let mail = challenges.mail(
                mailID, for: challenge, of: account, to: address,
                telling: newAddress.map { [.newAddress: $0] } ?? [:])
            return Issue(challenge: challenge, mail: mail)
        }
    }

    /// A challenge that was waiting for its account. Its time begins now.
    ///
    /// - Parameters:
    ///   - address: of the account, as its owner wrote it.
    ///   - locale: to write in, if the account has none.
    ///   - variables: what the mail tells of.
    func issue(
        _ request: Challenge, of account: Account, at address: String, locale: String = "",
        telling variables: [MailVariable: String] = [:]
    ) throws -> Issue {
        var challenge = try bound(request, to: account)
        challenge.begin(at: clock())
        return Issue(
            challenge: challenge,
            mail: mail(
                try ids.next(), for: challenge, of: account, to: address, telling: variables,
                locale: locale))
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

    private func bound(_ challenge: Challenge, to account: Account) throws -> Challenge {
        let (id, purpose) = (challenge.id, challenge.purpose)
        var challenge = challenge
        challenge.bond = try Challenge.Bond(
            accountID: account.id,
            codeHash: purpose.hasCode
                ? secrets.digest(of: secrets.code(of: id), for: id) : nil,
            linkHash: purpose.hasLink
                ? secrets.digest(of: secrets.linkToken(of: id), for: id) : nil,
            stateHash: purpose.state(of: account))
        return challenge
    }

    private func mail(
        _ id: UUIDv7, for challenge: Challenge, of account: Account, to recipient: String,
        telling variables: [MailVariable: String], locale: String = ""
    ) -> MailItem {
        MailItem(
            id: id, kind: challenge.purpose.mail, account: account.id,
            recipient: recipient, locale: account.locale.isEmpty ? locale : account.locale,
            variables: variables, challenge: challenge.id,
            expiresAtMs: challenge.expiresAt)
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
