import RollcallCrypto
import Storage

/// The stored copy of Profile's blocks.
struct StoredBlocks: Sendable, Equatable {
    var lists: [BlockList] = []
    /// Whether the copy was ever complete.
    var isWhole = false
}

extension PresenceStore {
    /// Reads the whole copy.
    ///
    /// - Throws: `StorageError`.
    func blocks() async throws -> StoredBlocks {
        try await database.read { snapshot in
            let rows = try snapshot.all(Self.allBlocks)
            let lists = Dictionary(grouping: rows, by: \.user).map { user, blocks in
                BlockList(user: user, blocked: blocks.map(\.blocked))
            }
            return StoredBlocks(lists: lists, isWhole: try snapshot.first(Self.wholeCopy) != nil)
        }
    }

    /// Writes changed lists, in one transaction. Blocks of erased users are not written.
    ///
    /// - Parameters:
    ///   - isWhole: whether the copy is complete with them.
    ///   - views: the versions of the views that the blocks have changed.
    /// - Throws: `StorageError`; `CancellationError`, with nothing written.
    func record(
        _ lists: [BlockList], isWhole: Bool, _ views: ViewBatch = ViewBatch()
    ) async throws {
        try await database.write { transaction in
            for list in lists { try transaction.write(list) }
            try transaction.write(views.views)
            try transaction.run(Self.raiseFloor, views.floor)
            if isWhole { try transaction.run(Self.noteWholeCopy, 1) }
        }
    }

    fileprivate static let blocksOfOwner = Query<UUIDv7, UUIDv7>(
        "SELECT blockedID FROM block WHERE userID = $1")
    fileprivate static let insertBlock = Command<UUIDv7, UUIDv7>(
        """
        INSERT INTO block (userID, blockedID)
        SELECT $1, $2
        WHERE NOT EXISTS (SELECT 1 FROM erasedUser WHERE userID = $1 OR userID = $2)
        """)
    fileprivate static let deleteBlocks = Command<UUIDv7, SQLList<UUIDv7>>(
        "DELETE FROM block WHERE userID = $1 AND blockedID = ANY($2)")
    private static let allBlocks = Query<(user: UUIDv7, blocked: UUIDv7)>(
        "SELECT userID, blockedID FROM block"
    ) { try ($0.next(), $0.next()) }
    private static let wholeCopy = Query<Int64>("SELECT id FROM wholeBlockCopy")
    private static let noteWholeCopy = Command<Int64>(
        "INSERT INTO wholeBlockCopy (id) VALUES ($1) ON CONFLICT (id) DO NOTHING")
}

extension Transaction {
    fileprivate func write(_ list: BlockList) throws {
        let old = Set(try all(PresenceStore.blocksOfOwner, list.user))
        let new = Set(list.blocked)
        let ended = old.subtracting(new)
        if !ended.isEmpty { try run(PresenceStore.deleteBlocks, list.user, SQLList(Array(ended))) }
        for blocked in new.subtracting(old) {
            try run(PresenceStore.insertBlock, list.user, blocked)
        }
    }
}
