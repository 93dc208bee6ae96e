import RollcallAPI
import RollcallCrypto
import Storage

/// The stored copy of Profile's blocks.
extension PresenceStore {
    /// Reads the whole copy.
    ///
    /// - Throws: `StorageError`.
    func blocks() async throws -> StoredBlocks {
        try await database.read { snapshot in
            guard let copy = try snapshot.first(Self.blockCopy) else { return StoredBlocks() }
            let rows = try snapshot.all(Self.allBlocks)
            let lists = Dictionary(grouping: rows, by: \.user).map { user, blocks in
                BlockList(user: user, blocked: blocks.map(\.blocked))
            }
            return StoredBlocks(lists: lists, isWhole: copy.isWhole, cursor: copy.cursor)
        }
    }

    /// Writes changed lists and the position in Profile's stream, in one transaction. Blocks of erased
    /// users are not written.
    ///
    /// A renewed copy is kept beside the previous one until it is complete.
    ///
    /// - Parameter views: the versions of the views that the blocks have changed.
    /// - Throws: `StorageError`; `CancellationError`, with nothing written.
    func record(_ news: BlockNews, _ views: ViewBatch = ViewBatch()) async throws {
        try await database.write { transaction in
            var copy = try transaction.first(Self.blockCopy) ?? BlockCopy()
            if news.replaces { copy.number += 1 }
            for list in news.lists { try transaction.write(list, copy) }
            try transaction.write(views.views)
            try transaction.run(Self.raiseFloor, views.floor)
            if news.isCurrent, copy.wholeNumber < copy.number {
                try transaction.run(Self.deleteBefore, copy.number)
                copy.wholeNumber = copy.number
            }
            copy.cursor = news.cursor ?? copy.cursor
            try transaction.run(
                Self.setBlockCopy, copy.number, copy.wholeNumber, copy.cursor.position,
                copy.cursor.number)
        }
    }

    /// The users of the previous copy who have no blocks in the copy that `news` completes.
    ///
    /// - Throws: `StorageError`.
    func usersLeft(by news: BlockNews) async throws -> [UUIDv7] {
        guard news.isCurrent else { return [] }
        let told = Set(news.lists.map(\.user))
        return try await database.read { snapshot in
            guard var copy = try snapshot.first(Self.blockCopy) else { return [] }
            if news.replaces { copy.number += 1 }
            guard copy.wholeNumber < copy.number else { return [] }
            return try snapshot.all(Self.ownersBefore, copy.number).filter { !told.contains($0) }
        }
    }

    fileprivate static let blocksOfOwner = Query<UUIDv7, UUIDv7>(
        "SELECT blockedID FROM block WHERE userID = $1")
    fileprivate static let insertBlock = Command<UUIDv7, UUIDv7, Int64>(
        """
        INSERT INTO block (userID, blockedID, copy)
        SELECT $1, $2, $3
        WHERE NOT EXISTS (SELECT 1 FROM erasedUser WHERE userID = $1 OR userID = $2)
        """)
    fileprivate static let deleteBlocks = Command<UUIDv7, SQLList<UUIDv7>>(
        "DELETE FROM block WHERE userID = $1 AND blockedID = ANY($2)")
    fileprivate static let moveToCopy = Command<UUIDv7, Int64>(
        "UPDATE block SET copy = $2 WHERE userID = $1 AND copy < $2")
    private static let ownersBefore = Query<UUIDv7, Int64>(
        "SELECT DISTINCT userID FROM block WHERE copy < $1")
    private static let deleteBefore = Command<Int64>("DELETE FROM block WHERE copy < $1")

    private static let allBlocks = Query<(user: UUIDv7, blocked: UUIDv7)>(
        "SELECT userID, blockedID FROM block"
    ) { try ($0.next(), $0.next()) }
    private static let blockCopy = Query<BlockCopy>(
        "SELECT number, wholeNumber, cursorPosition, cursorNumber FROM blockCopy")
    private static let setBlockCopy = Command<Int64, Int64, UInt64, UInt64>(
        """
        INSERT INTO blockCopy (id, number, wholeNumber, cursorPosition, cursorNumber)
        VALUES (1, $1, $2, $3, $4)
        ON CONFLICT (id) DO UPDATE
        SET number = excluded.number, wholeNumber = excluded.wholeNumber,
            cursorPosition = excluded.cursorPosition, cursorNumber = excluded.cursorNumber
        """)
}

extension Transaction {
    /// A list of a renewed copy is marked as part of it, even if it is unchanged.
    fileprivate func write(_ list: BlockList, _ copy: BlockCopy) throws {
        let old = Set(try all(PresenceStore.blocksOfOwner, list.user))
        let new = Set(list.blocked)
        let ended = old.subtracting(new)
        if !ended.isEmpty { try run(PresenceStore.deleteBlocks, list.user, SQLList(Array(ended))) }
        for blocked in new.subtracting(old) {
            try run(PresenceStore.insertBlock, list.user, blocked, copy.number)
        }
        if copy.wholeNumber < copy.number {
            try run(PresenceStore.moveToCopy, list.user, copy.number)
        }
    }
}

/// The state of the copy.
private struct BlockCopy: Sendable {
    /// How often the copy was renewed.
    var number: Int64 = 0
    /// The number of the last complete copy; 0 when there is none.
    var wholeNumber: Int64 = 0
    var cursor = ProfileCursor()

    var isWhole: Bool { wholeNumber > 0 }
}

extension BlockCopy: RowValue {
    init(_ columns: inout Columns) throws {
        number = try columns.next()
        wholeNumber = try columns.next()
        cursor = ProfileCursor(position: try columns.next(), number: try columns.next())
    }
}
