import RollcallCrypto

/// The changes whose versions have yet to be written: one entry for each user and view, however often
/// they change.
struct UnwrittenVersions: Sendable {
    struct View: Hashable, Sendable {
        var viewer: UUIDv7
        var user: UUIDv7
    }

    var users: Set<UUIDv7> = []
    var views: Set<View> = []

    var isEmpty: Bool { users.isEmpty && views.isEmpty }

    /// Takes out what is to be written next.
    ///
    /// - Parameter limit: the most rows.
    mutating func take(_ limit: Int) -> (users: [UUIDv7], views: [View]) {
        let someUsers = Array(users.prefix(limit))
        let someViews = Array(views.prefix(limit - someUsers.count))
        // As a rule these are all.
        if someUsers.count == users.count { users = [] } else { users.subtract(someUsers) }
        if someViews.count == views.count { views = [] } else { views.subtract(someViews) }
        return (someUsers, someViews)
    }
}
