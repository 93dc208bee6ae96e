import RollcallAPI
import RollcallCrypto

/// What a part of Profile's stream of changes says of names and photos.
struct NameNews: Sendable, Equatable {
    struct Change: Sendable, Equatable {
        let user: UUIDv7
        /// Empty for a user who has neither, or no profile.
        let card: NameTable.Card
    }

    var changes: [Change] = []
    /// Whether the names of all users begin with this part.
    var replaces = false
    /// Whether there is nothing behind this part.
    var isCurrent = false
}

extension NameNews {
    /// - Throws: `BlockNews.MalformedID`.
    init(_ response: WatchProfileChangesResponse) throws {
        changes = try response.changes.compactMap { change in
            guard let user = UUIDv7(change.userID) else { throw BlockNews.MalformedID() }
            return switch change.now {
            case .profile(let profile): Change(user: user, card: profile.card(of: user))
            case .isGone: Change(user: user, card: NameTable.Card())
            case .blocks, nil: nil
            }
        }
        replaces = response.replaces
        isCurrent = response.isCurrent
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
    /// Not of the photo alone: that two users have the same one is nobody's business.
    fileprivate func number(of user: UUIDv7) -> UInt64 {
        let digest = SHA256Digest(of: user.bytes + Array(photoID.utf8))
        let number = digest.withBytes { $0.loadUnaligned(as: UInt64.self) }
        return number == 0 ? 1 : number
    }
}
