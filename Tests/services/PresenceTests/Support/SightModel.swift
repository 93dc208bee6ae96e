import RollcallAPI
import RollcallCrypto
import TestSupport

@testable import Presence

/// What each user is to see of each, said as simply as can be: what happened is written down whole,
/// and looked through.
struct SightModel {
    /// Exactly how a user is, and was last seen.
    typealias Exact = (state: PresenceState, lastSeen: Int64)

    private(set) var visibilities: [UUIDv7: UserVisibility] = [:]
    /// The days on which each user was seen later than ever before, in their order.
    private var days: [UUIDv7: [Int64]] = [:]
    private(set) var today: Int64
    private var cards: [UUIDv7: NameTable.Card] = [:]
    private var numbers: UInt32 = 0

    init(wall: Int64) {
        today = wall / 86_400_000
    }

    mutating func see(_ user: UUIDv7, at wall: Int64) {
        let day = wall / 86_400_000
        today = max(today, day)
        if day > days[user]?.last ?? 0 { days[user, default: []].append(day) }
    }

    mutating func scan(at wall: Int64) {
        today = wall / 86_400_000
    }

    mutating func forget(_ user: UUIDv7) {
        (days[user], visibilities[user], cards[user]) = (nil, nil, nil)
    }

    /// - Returns: what the store answers.
    mutating func set(_ visibility: UserVisibility, of user: UUIDv7) -> Roster.Setting {
        visibilities[user] = visibility
        numbers += 1
        return Roster.Setting(user: user, visibility: visibility, number: numbers)
    }

    /// - Returns: what Profile tells.
    mutating func name(_ user: UUIDv7, _ card: NameTable.Card) -> ProfileNews {
        cards[user] = card
        return ProfileNews(cards: [NamedUser(user: user, card: card)], isCurrent: true)
    }

    func visibility(of user: UUIDv7) -> UserVisibility {
        visibilities[user] ?? .everyone
    }

    func bucket(of user: UUIDv7) -> LastSeenBucket {
        let days = days[user] ?? []
        guard let day = days.last.map({ $0 < today ? $0 : days.dropLast().last }) ?? nil else {
            return .unspecified
        }
        let age = today - day
        return age <= 3 ? .recently : age <= 7 ? .thisWeek : age <= 30 ? .thisMonth : .longAgo
    }

    /// - Parameters:
    ///   - exact: how the user is.
    ///   - isHidden: whether one of the two has blocked the other.
    func entry(
        of user: UUIDv7, seenBy viewer: UUIDv7?, exact: Exact, isHidden: Bool = false
    ) -> Roster.Entry {
        if isHidden { return .unknown(user) }
        let visibility = viewer == user ? .everyone : visibility(of: user)
        let card = cards[user] ?? NameTable.Card()
        return switch visibility {
        case .everyone:
            Roster.Entry(user: user, state: exact.state, lastSeen: exact.lastSeen, card: card)
        case .coarse:
            Roster.Entry(
                user: user, state: .offline, lastSeen: 0, bucket: bucket(of: user), card: card)
        case .nobody: .unknown(user)
        }
    }
}

extension TestNumbers {
    /// One of few, an empty one among them, so that the same comes again.
    mutating func card() -> NameTable.Card {
        NameTable.Card(
            name: ["", "anna", "Ánna Bélla Čáslavská Ďurišová"].randomElement(using: &self) ?? "",
            photo: [0, 0, 7, .max].randomElement(using: &self) ?? 0)
    }
}
