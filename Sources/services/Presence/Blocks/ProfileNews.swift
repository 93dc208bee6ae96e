import RollcallAPI
import RollcallCrypto

/// The changes in one message of Profile's stream, or in several.
///
/// The block lists of users who are gone are not included, and their known blocks stay. Presence
/// drops them when Auth erases the user here. A block that stays a little longer than the account
/// does no harm. A block that is dropped before the account is hidden would reveal presence.
struct ProfileNews: Sendable, Equatable {
    /// The new lists of users whose list has changed.
    var lists: [BlockList] = []
    /// The new names and photos.
    var cards: [NamedUser] = []
    /// The users who have no profile any more.
    var gone: [UUIDv7] = []
    /// Whether everything is sent again, beginning with this message.
    var replaces = false
    /// Whether this message is the last for now.
    var isCurrent = false
    var cursor: ProfileChangeCursor?
}

/// The users whom one user has blocked.
struct BlockList: Sendable, Equatable {
    let user: UUIDv7
    let blocked: [UUIDv7]
}

struct NamedUser: Sendable, Equatable {
    let user: UUIDv7
    /// Empty for a user who has neither a name nor a photo, or no profile.
    let card: NameTable.Card
}

extension ProfileNews {
    /// - Throws: `MalformedID`.
    init(_ response: WatchProfileChangesResponse) throws {
        self.init(
            replaces: response.replaces, isCurrent: response.isCurrent, cursor: response.cursor)
        for change in response.changes {
            guard let user = UUIDv7(change.userID) else { throw MalformedID() }
            switch change.now {
            case .blocks(let blocked):
                let ids = try blocked.userIDs.map { bytes in
                    guard let id = UUIDv7(bytes: bytes) else { throw MalformedID() }
                    return id
                }
                lists.append(BlockList(user: user, blocked: ids))
            case .profile(let profile):
                cards.append(NamedUser(user: user, card: profile.card(of: user)))
            case .isGone:
                cards.append(NamedUser(user: user, card: NameTable.Card()))
                gone.append(user)
            case nil: break
            }
        }
    }

    struct MalformedID: Error, CustomStringConvertible {
        var description: String { "Profile names a user by something that is no UUIDv7" }
    }
}

extension PublicProfile {
    /// The photo counts only if every signed-in user may see it.
    fileprivate func card(of user: UUIDv7) -> NameTable.Card {
        var card = NameTable.Card(name: displayName)
        if let photo, [.everyone, .signedIn].contains(photoVisibility) {
            card.photo = photo.number(of: user)
        }
        return card
    }
}

extension Photo {
    /// Depends on the user, too, so that it does not reveal that two users have the same photo.
    fileprivate func number(of user: UUIDv7) -> UInt64 {
        let digest = SHA256Digest(of: user.bytes + Array(photoID.utf8))
        let number = digest.withBytes { $0.loadUnaligned(as: UInt64.self) }
        return number == 0 ? 1 : number
    }
}
