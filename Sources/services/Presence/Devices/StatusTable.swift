/// The status texts of users.
struct StatusTable: Sendable {
    private var statuses: [UserTable.Index: UserStatus] = [:]
    /// When each status ends that does.
    private var ends: [UserTable.Index: Int64] = [:]

    var count: Int { statuses.count }

    func status(of user: UserTable.Index) -> UserStatus? {
        statuses[user]
    }

    mutating func set(_ status: UserStatus, of user: UserTable.Index) {
        statuses[user] = status
        ends[user] = status.end
    }

    mutating func remove(of user: UserTable.Index) {
        statuses[user] = nil
        ends[user] = nil
    }

    /// The users whose status has ended. It is still to be removed.
    func due(at wall: Int64) -> [UserTable.Index] {
        ends.lazy.filter { $0.value <= wall }.map(\.key)
    }
}
