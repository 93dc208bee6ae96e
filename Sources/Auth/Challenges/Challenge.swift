import RollcallBasics
import RollcallCrypto
import Storage

/// Something that is to be proved once, by a code or a link that was mailed: a value that is told the
/// time. A challenge that was met, or that died, has no row any more, or one that nothing meets.
///
/// Times are milliseconds since 1970.
struct Challenge: Equatable, Sendable {
    /// Codes that may be tried. Beyond them the code is dead; the link, which nobody can guess, is
    /// not.
    static let tries = 5

    let id: UUIDv7
    let purpose: ChallengePurpose
    /// Where it was sent: what it proves, and no other. In canonical form until an account is found.
    let address: String
    /// The digest of the flow that must come with the code; nil where the caller's session takes its
    /// place.
    private(set) var flowHash: SHA256Digest?
    /// Who asked: the name of a token bucket that is the asker's alone; empty where a session asked.
    /// Another challenge of the same asker takes the place of this one.
    private(set) var asker: [UInt8] = []
    /// Whose it is and how it is met; nil where nothing meets it: before it was looked for the
    /// account, and when there is none.
    var bond: Bond?
    private(set) var triesUsed = 0
    let createdAt: Int64
    /// The first instant at which it cannot be met any more.
    private(set) var expiresAt: Int64

    struct Bond: Equatable, Sendable {
        let accountID: UUIDv7
        let codeHash: SHA256Digest?
        let linkHash: SHA256Digest?
        /// The account as it was: another kills the challenge.
        let stateHash: SHA256Digest
    }

    func isOpen(at now: Int64) -> Bool { now < expiresAt }

    /// Begins its time, however long it has waited for that.
    mutating func begin(at now: Int64) {
        expiresAt = max(now, createdAt) + purpose.lifetime.wholeMilliseconds
    }

    /// Takes a try, to be written down before the code is looked at.
    ///
    /// - Returns: whether there was one.
    mutating func takeTry(at now: Int64) -> Bool {
        guard isOpen(at: now), triesUsed < Self.tries else { return false }
        triesUsed += 1
        return true
    }

    /// Whether a code is the one that was mailed. It takes the same time for a challenge that
    /// nothing meets.
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

    /// Whether what it protects is as it was when it was made.
    func protects(_ account: Account) -> Bool {
        bond?.accountID == account.id && bond?.stateHash == purpose.state(of: account)
    }
}

extension Challenge: RowValue {
    static let columns: SQL = """
        id, purpose, address, flowHash, asker, accountID, codeHash, linkHash, stateHash, triesUsed,
        createdAtMs, expiresAtMs
        """

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        self.init(
            id: try columns.next(), purpose: try columns.next(), address: try columns.next(),
            flowHash: try columns.next(), asker: try columns.next(), bond: try Bond(&columns),
            triesUsed: try columns.next(), createdAt: try columns.next(),
            expiresAt: try columns.next())
    }
}

extension Challenge.Bond {
    /// Nil without an account.
    fileprivate init?(_ columns: inout Columns) throws {
        guard let accountID: UUIDv7 = try columns.next() else {
            columns.skip(3)
            return nil
        }
        self.accountID = accountID
        codeHash = try columns.next()
        linkHash = try columns.next()
        stateHash = try columns.next()
    }
}

extension ChallengePurpose {
    /// What a challenge of the purpose dies with. A hash of the same password with other parameters
    /// changes nothing; and the way back to an address that was left stays open whatever a thief
    /// changes.
    func state(of account: Account) -> SHA256Digest {
        let state = [account.canonicalEmail, "\(account.passwordChangedAt)"]
        let parts = [rawValue] + (self == .undoAddress ? [] : state)
        return SHA256Digest(of: Array(parts.joined(separator: "\u{0}").utf8))
    }
}
