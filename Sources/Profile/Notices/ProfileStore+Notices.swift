import RollcallAPI
import RollcallCrypto
import Storage

/// Notices that Auth does not have yet. Several instances may send them. The one that sends a notice has a
/// lease of its row, by the database's clock. When the lease ends, another instance tries.
extension ProfileStore {
    /// Takes a lease of the oldest notice that is due and that nobody else sends.
    ///
    /// - Parameter lease: milliseconds; longer than it takes to send.
    func leaseNotice(_ lease: Int64) async throws -> LeasedNotice? {
        // Most looks find nothing: they cost no transaction that writes.
        guard try await first(Self.dueNotice) != nil else { return nil }
        return try await write { try $0.first(Self.leaseNotice, lease) }
    }

    /// Auth has the notice.
    func removeNotice(_ id: UUIDv7) async throws {
        _ = try await write { try $0.run(Self.removeNotice, id) }
    }

    /// Ends the lease of a notice that Auth does not have.
    ///
    /// - Parameters:
    ///   - refusals: how often Auth has refused it.
    ///   - pause: milliseconds in which nobody sends it.
    func putBack(_ id: UUIDv7, refusals: Int, pause: Int64) async throws {
        _ = try await write { try $0.run(Self.putBackNotice, id, refusals, pause) }
    }

    /// How many notices wait, and when the oldest was made, in milliseconds since 1970-01-01 UTC.
    func waitingNotices() async throws -> (count: Int, oldest: Int64?) {
        let waiting = try await first(Self.waitingNotices)
        return (waiting?.count ?? 0, waiting?.oldest?.milliseconds)
    }
}

/// A notice that nobody else sends for a while.
struct LeasedNotice: Sendable, Equatable {
    let notice: TakeDownNotice
    /// How often Auth has refused it.
    let refusals: Int
}

extension ProfileTransaction {
    /// Has the user told that fields were taken away, if any were.
    ///
    /// - Parameter id: of the notice.
    func notify(
        _ user: UUIDv7, ofTaking fields: [ProfileField], because reason: PlainText, id: UUIDv7
    ) throws {
        guard !fields.isEmpty else { return }
        try run(ProfileStore.addNotice, id, user, TakenFields.bits(of: fields), reason.text)
    }

    /// Has the user told that the display name was taken away, if there was one.
    ///
    /// - Parameters:
    ///   - notice: nil if the user is not to be told.
    ///   - name: empty for none.
    func notify(_ user: UUIDv7, ofTaking name: String, _ notice: OwnerNotice?) throws {
        guard let notice, !name.isEmpty else { return }
        try notify(user, ofTaking: [.displayName], because: notice.reason, id: notice.id)
    }
}

extension TakeDownNotice {
    fileprivate static let columns: SQL = "id, userID, fields, reason"

    /// - Throws: `StorageError.corrupt`.
    fileprivate init(_ columns: inout Columns) throws {
        self.init(
            id: try columns.next(), user: try columns.next(),
            fields: TakenFields.fields(ofBits: try columns.next()), reason: try columns.next())
    }
}

extension ProfileStore {
    /// The first ones of a user, with a limit.
    static let noticesOfUser = Query<UnsentNotice, UUIDv7, Int>(
        """
        SELECT \(TakeDownNotice.columns) FROM takeDownNotice WHERE userID = $1 ORDER BY id LIMIT $2
        """
    ) { try TakeDownNotice(&$0).unsent }

    fileprivate static let addNotice = Command<UUIDv7, UUIDv7, Int, String>(
        """
        INSERT INTO takeDownNotice (id, userID, fields, reason) VALUES ($1, $2, $3, $4)
        """)

    private static let due: SQL = """
        SELECT id FROM takeDownNotice WHERE notBeforeMs <= (SELECT nowMs FROM databaseClock)
        ORDER BY id LIMIT 1
        """

    fileprivate static let dueNotice = Query<UUIDv7>("\(due)")

    fileprivate static let leaseNotice = Query<LeasedNotice, Int64>(
        """
        UPDATE takeDownNotice SET notBeforeMs = (SELECT nowMs FROM databaseClock) + $1
        WHERE id = (\(due)) RETURNING \(TakeDownNotice.columns), refusals
        """
    ) { try LeasedNotice(notice: TakeDownNotice(&$0), refusals: $0.next()) }

    fileprivate static let removeNotice = Command<UUIDv7>(
        "DELETE FROM takeDownNotice WHERE id = $1")

    fileprivate static let putBackNotice = Command<UUIDv7, Int, Int64>(
        """
        UPDATE takeDownNotice
        SET refusals = $2, notBeforeMs = (SELECT nowMs FROM databaseClock) + $3 WHERE id = $1
        """)

    fileprivate static let waitingNotices = Query<(count: Int, oldest: UUIDv7?)>(
        """
        SELECT count(*), (SELECT id FROM takeDownNotice ORDER BY id LIMIT 1) FROM takeDownNotice
        """
    ) { try ($0.next(), $0.next()) }
}
