import RollcallBasics
import RollcallCrypto

/// Something to be proved once, by a mailed code or link. A value that is told the time. A
/// challenge that was used or has ended has no row, or a row that nothing meets.
///
/// Times are milliseconds since 1970.
struct Challenge: Equatable, Sendable {
    /// How many codes may be tried. After that the code is dead. The link stays valid, as it cannot
    /// be guessed.
    static let tries = 5

    let id: UUIDv7
    let purpose: ChallengePurpose
    /// The address that it was sent to, the only one that it proves. In canonical form until the
    /// account is found.
    var address: String
    /// The digest of the flow token that must come with the code; nil where the caller's session
    /// replaces it.
    private(set) var flowHash: SHA256Digest?
    /// The asker's own token bucket, by name; empty where a session asked. A new challenge of the
    /// same asker replaces this one.
    private(set) var asker: [UInt8] = []
    /// The account, and the secrets that meet the challenge. Nil where nothing meets it: before the
    /// account was looked up, and when the account does not exist.
    var bond: Bond?
    private(set) var triesUsed = 0
    let createdAt: Int64
    /// The first instant at which it cannot be met any more.
    private(set) var expiresAt: Int64
    /// What the client of a sign-in says of its device; empty for other purposes.
    var device = SessionDevice()
    /// The identity that is linked to the account when a session is opened with the challenge.
    var identity: ProvedIdentity?

    struct Bond: Equatable, Sendable {
        let accountID: UUIDv7
        let codeHash: SHA256Digest?
        let linkHash: SHA256Digest?
        /// The account's state when the challenge was made. Another state ends the challenge.
        let stateHash: SHA256Digest

        /// The same, met by nothing that is mailed.
        var unmailed: Bond {
            Bond(accountID: accountID, codeHash: nil, linkHash: nil, stateHash: stateHash)
        }
    }

    func isOpen(at now: Int64) -> Bool { now < expiresAt }

    /// Starts the challenge's lifetime now, however long it has waited.
    mutating func begin(at now: Int64) {
        expiresAt = max(now, createdAt) + purpose.lifetime.wholeMilliseconds
    }

    /// Takes a try, which has to be stored before the code is compared.
    ///
    /// - Returns: whether a try was left.
    mutating func takeTry(at now: Int64) -> Bool {
        guard isOpen(at: now), triesUsed < Self.tries else { return false }
        triesUsed += 1
        return true
    }

    /// Whether a code is the one that was mailed. The comparison takes the same time for a
    /// challenge that nothing meets.
    ///
    /// - Parameter digest: of `ChallengeSecrets`.
    func isMet(byCode digest: SHA256Digest) -> Bool {
        isMet(bond?.codeHash, digest)
    }

    func isMet(byLink digest: SHA256Digest) -> Bool {
        isMet(bond?.linkHash, digest)
    }

    private func isMet(_ expected: SHA256Digest?, _ digest: SHA256Digest) -> Bool {
        (expected ?? SHA256Digest(of: [])) == digest && expected != nil
    }

    /// Whether the account is as it was when the challenge was made.
    func protects(_ account: Account) -> Bool {
        bond?.accountID == account.id && bond?.stateHash == purpose.state(of: account)
    }
}

extension ChallengePurpose {
    /// The account's state that a challenge of the purpose depends on. Rehashing the same password
    /// with other parameters does not change it. Undo challenges depend on no state, so that no
    /// change by a thief ends them.
    func state(of account: Account) -> SHA256Digest {
        let state = [account.primary?.canonical ?? "", "\(account.credentialsChangedAt)"]
        let parts = [rawValue] + (self == .undoAddress ? [] : state)
        return SHA256Digest(of: Array(parts.joined(separator: "\u{0}").utf8))
    }
}
