import RollcallAPI
import RollcallCrypto
import Storage

/// Changes of accounts after a position.
struct AccountChangePage: Sendable {
    /// The most changes, and the most entries of the audit log that are read for them.
    static let limit = 500

    var changes: [AccountChange]
    /// The position after them.
    var end: AccountChangeCursor
    /// Whether all accounts are listed, from this page on.
    var replaces = false
    /// Whether these are all.
    var isCurrent = false
}

/// The changes of accounts, for followers: the entries of the audit log that are about them.
///
/// A log of their own would cost each change another row, and its positions would need care where
/// several transactions write at a time. An entry of the audit log has the number and the hash of
/// the one before it in its own. So numbers are in the order of commits, and the hash in a cursor
/// shows whether the database has told it, or was set back since.
extension AuthStore {
    /// - Parameters:
    ///   - start: all accounts are listed if it is nil, or its entry is not kept any more or is
    ///     another one.
    ///   - now: milliseconds since 1970.
    func accountChanges(
        after start: AccountChangeCursor?, now: Int64
    ) async throws -> AccountChangePage {
        try await read { snapshot in
            let entries = try snapshot.all(
                Statements.entries, Int64(clamping: start?.number ?? 0),
                AccountChangePage.limit + 1)
            guard let start, entries.first?.position == start.position else {
                // What changes while they are listed is an entry behind this one.
                guard let newest = try snapshot.first(Statements.newest)?.position else {
                    throw StorageError.corrupt("the audit log is empty")
                }
                return try snapshot.listing(after: nil, until: newest, now: now)
            }
            guard start.listedUserID.isEmpty else {
                return try snapshot.listing(
                    after: UUIDv7(start.listedUserID), until: start.position, now: now)
            }
            return AccountChangePage(
                changes: try snapshot.changes(in: entries.dropFirst(), now: now),
                end: entries.last?.position ?? start,
                isCurrent: entries.count <= AccountChangePage.limit)
        }
    }
}

extension Snapshot {
    /// Accounts behind an id, ordered by id.
    ///
    /// - Parameter position: where the changes go on after the last account.
    fileprivate func listing(
        after id: UUIDv7?, until position: AccountChangeCursor, now: Int64
    ) throws -> AccountChangePage {
        let limit = AccountChangePage.limit
        let accounts = try accounts(after: id, limit: limit)
        var end = position
        if accounts.count == limit { end.listedUserID = accounts.last?.id.description ?? "" }
        let changes = accounts.map { account in
            AccountChange(
                userID: account.id.description, kind: .listed, changedAtMs: account.createdAt,
                account: account.state(at: now))
        }
        return AccountChangePage(changes: changes, end: end, replaces: id == nil)
    }

    fileprivate func changes(
        in entries: some Sequence<StoredAuditRecord>, now: Int64
    ) throws -> [AccountChange] {
        let changes = entries.map(\.record).compactMap { record in
            AuditAction(rawValue: record.action)?.accountChange.flatMap { kind in
                record.account.map { (id: $0, kind: kind, time: record.time) }
            }
        }
        guard !changes.isEmpty else { return [] }
        let accounts = try all(Statements.accountsByID, SQLList(changes.map(\.id)))
        let states = Dictionary(accounts.map { ($0.id, $0.state(at: now)) }) { first, _ in first }
        return changes.map { change in
            AccountChange(
                userID: change.id.description, kind: change.kind, changedAtMs: change.time,
                account: states[change.id])
        }
    }
}

extension AuditAction {
    /// The kind of change that followers of the accounts are sent; nil if they are sent nothing.
    var accountChange: AccountChangeKind? {
        switch self {
        case .accountCreated: .made
        case .accountDeleted: .deleted
        case .accountDisabled: .disabled
        case .accountEnabled: .enabled
        case .addressVerified: .verified
        case .accountUpgraded, .addressAdded, .addressRemoved, .addressMadePrimary,
            .addressRestored:
            .addressChanged
        default: nil
        }
    }
}

extension Account {
    fileprivate func state(at now: Int64) -> AccountState {
        let isDisabled = isDisabled(at: now)
        let end = isDisabled && disabledUntil != .max ? disabledUntil : nil
        return AccountState(
            createdAtMs: createdAt, hasEmail: primary != nil,
            isEmailVerified: verifiedPrimary != nil, isDisabled: isDisabled,
            disableEndsAtMs: end ?? 0)
    }
}

extension StoredAuditRecord {
    /// The position after this entry. With two whole hashes, a follower could try which network an
    /// entry came from.
    fileprivate var position: AccountChangeCursor {
        AccountChangeCursor(number: UInt64(record.number), hash: Array(hash.bytes.prefix(16)))
    }
}

extension AccountChangeCursor {
    /// Where the changes go on, whether or not accounts are being listed.
    fileprivate var position: AccountChangeCursor {
        AccountChangeCursor(number: number, hash: hash)
    }
}

private enum Statements {
    static let entries = Query<StoredAuditRecord, Int64, Int>(
        """
        SELECT \(StoredAuditRecord.columns) FROM audit WHERE number >= $1
        ORDER BY number LIMIT $2
        """)

    static let newest = Query<StoredAuditRecord>(
        "SELECT \(StoredAuditRecord.columns) FROM audit ORDER BY number DESC LIMIT 1")

    static let accountsByID = Query<Account, SQLList<UUIDv7>>(
        "SELECT \(Account.columns) FROM \(Account.tables) WHERE account.id = ANY($1)")
}
