import RollcallAPI
import RollcallCrypto

/// The stored copy of Profile's blocks.
struct StoredBlocks: Sendable, Equatable {
    var lists: [BlockList] = []
    /// Whether the copy was ever complete.
    var isWhole = false
    /// The position in Profile's stream; nil when nothing was received.
    var cursor: ProfileCursor?
}

/// The users whom one user has blocked.
struct BlockList: Sendable, Equatable {
    let user: UUIDv7
    let blocked: [UUIDv7]
}

/// The changes of blocks in one message of Profile's stream.
///
/// Users who are gone are not included. Presence drops the blocks of an erased user when
/// Auth erases the user here. A block that stays a little longer than the account does no harm.
/// A block that is dropped before the account is hidden would reveal presence.
struct BlockNews: Sendable, Equatable {
    /// The new lists of users whose list has changed.
    var lists: [BlockList] = []
    /// Whether the lists of all users are sent again, starting with this message.
    var replaces = false
    /// Whether this message is the last for now.
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
