import RollcallAPI
import RollcallCrypto

/// The lists of the three services side by side, as their pages arrive: all that they have of one user
/// after the other. No more than a page of each is kept.
struct UserMerge {
    enum List: CaseIterable { case accounts, profiles, presences }

    var accounts = PagedList<Void>()
    var profiles = PagedList<ProfileTrace>()
    var presences = PagedList<PresenceTrace>()

    /// A list whose next page is needed to go on; nil at the end of all.
    var needs: List? {
        if accounts.isExhausted { return .accounts }
        if profiles.isExhausted { return .profiles }
        return presences.isExhausted ? .presences : nil
    }

    /// Takes out the users of whom all pages have arrived, in the order of their ids.
    mutating func takeUsers() -> [UserTraces] {
        var users: [UserTraces] = []
        while needs == nil,
            let user = [accounts.next, profiles.next, presences.next].compactMap(\.self).min()
        {
            users.append(
                UserTraces(
                    user: user, hasAccount: accounts.take(user) != nil,
                    profile: profiles.take(user), presence: presences.take(user)))
        }
        return users
    }
}
