/// How much is in a service's database, and how new it is.
struct DatabaseFigures: Codable {
    let users: Int64
    /// 0 without users.
    let newestAtMs: Int64
    let schema: Int64

    /// - Throws: `Failure`.
    init(of service: ServerName, in file: SQLiteFile) throws {
        let (table, time) = service.users
        users = try file.number("SELECT count(*) FROM \(table)")
        newestAtMs = try file.number("SELECT max(\(time)) FROM \(table)")
        schema = try file.number("PRAGMA user_version")
    }

    var text: String {
        "\(users) users" + (users == 0 ? "" : ", the latest change \(newestAtMs.timeText)")
    }
}

extension ServerName {
    /// The SQLite file's name, in the data directory and in a backup.
    var database: String { "\(rawValue).sqlite" }

    /// The table with a row for each user, and its column with the time of a change.
    fileprivate var users: (table: String, time: String) {
        switch self {
        case .auth: ("account", "createdAtMs")
        case .profile: ("profile", "updatedAtMs")
        case .presence: ("lastSeen", "atMs")
        }
    }
}
