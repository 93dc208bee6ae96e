import RollcallAPI
import RollcallCrypto
import Storage
import Tables

/// Notices that Auth does not have yet.
extension ProfileStore {
    /// The notices behind `notice`, in the order of their ids.
    func notices(after notice: UUIDv7?, limit: Int) async throws -> [StoredNotice] {
        try await all(Self.noticePage, notice?.bytes ?? [], limit)
    }

    /// Auth has the notices.
    func removeNotices(_ ids: [UUIDv7]) async throws {
        guard !ids.isEmpty else { return }
        _ = try await write { try $0.run(Self.removeNotices, SQLList(ids)) }
    }

    /// How many notices wait, and when the oldest was made, in milliseconds since 1970-01-01 UTC.
    func waitingNotices() async throws -> (count: Int, oldest: Int64?) {
        let waiting = try await first(Self.waitingNotices)
        return (waiting?.count ?? 0, waiting?.oldest?.milliseconds)
    }
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

extension StoredNotice: RowValue {
    fileprivate static let columns: SQL = "id, userID, fields, reason"

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        self.init(
            id: try columns.next(), user: try columns.next(),
            fields: TakenFields.fields(ofBits: try columns.next()), reason: try columns.next())
    }
}

extension ProfileStore {
    /// The first ones of a user, with a limit.
    static let noticesOfUser = Query<UnsentNotice, UUIDv7, Int>(
        """
        SELECT \(StoredNotice.columns) FROM takeDownNotice WHERE userID = $1 ORDER BY id LIMIT $2
        """
    ) { try StoredNotice(&$0).unsent }

    fileprivate static let addNotice = Command<UUIDv7, UUIDv7, Int, String>(
        """
        INSERT INTO takeDownNotice (id, userID, fields, reason) VALUES ($1, $2, $3, $4)
        """)

    static let noticePage = Query<StoredNotice, [UInt8], Int>(
        """
        SELECT \(StoredNotice.columns) FROM takeDownNotice WHERE id > $1 ORDER BY id LIMIT $2
        """)

    fileprivate static let removeNotices = Command<SQLList<UUIDv7>>(
        "DELETE FROM takeDownNotice WHERE id = ANY($1)")

    fileprivate static let waitingNotices = Query<(count: Int, oldest: UUIDv7?)>(
        """
        SELECT count(*), (SELECT id FROM takeDownNotice ORDER BY id LIMIT 1) FROM takeDownNotice
        """
    ) { try ($0.next(), $0.next()) }
}
