import RollcallAPI
import RollcallCrypto

/// What is stored of who has blocked whom: a copy of what Profile has.
struct StoredBlocks: Sendable, Equatable {
    var lists: [BlockList] = []
    /// Whether a whole copy was ever had.
    var isWhole = false
    /// Up to where it was told; nil when nothing was.
    var cursor: ProfileCursor?
}

/// Whom a user has blocked.
struct BlockList: Sendable, Equatable {
    let user: UUIDv7
    let blocked: [UUIDv7]
}

/// What a part of Profile's stream of changes says of blocks.
///
/// Of a user who is gone, it says nothing: Presence shows nobody who is frozen, and drops the blocks of
/// one who is erased when Auth has that erased here. A block that stands a little longer than the account
/// harms nobody; one that is dropped before the account is hidden would show somebody.
struct BlockNews: Sendable, Equatable {
    /// Of users whose list is another one now.
    var lists: [BlockList] = []
    /// Whether the lists of all users begin with this part.
    var replaces = false
    /// Whether there is nothing behind this part.
    var isCurrent = false
    var cursor: ProfileCursor?
}

extension BlockNews {
    /// - Throws: `MalformedID`.
    init(_ response: WatchProfileChangesResponse) throws {
        lists = try response.changes.compactMap { change in
            guard case .blocks(let blocked) = change.now else { return nil }
            guard let user = UUIDv7(change.userID) else { throw MalformedID() }
            return BlockList(
                user: user,
                blocked: try blocked.userIDs.map { bytes in
                    guard let id = UUIDv7(bytes: bytes) else { throw MalformedID() }
                    return id
                })
        }
        replaces = response.replaces
        isCurrent = response.isCurrent
        cursor = response.cursor
    }

    struct MalformedID: Error, CustomStringConvertible {
        var description: String { "Profile names a user by something that is no UUIDv7" }
    }
}
