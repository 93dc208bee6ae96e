/// How much is in a service's database, and how new it is.
struct DatabaseFigures: Codable {
    let users: Int64
    /// The time of the last change; 0 without one.
    let newestAtMs: Int64
    let schema: Int64

    /// - Throws: `Failure`.
    init(of service: ServerName, in file: SQLiteFile) throws {
        let (table, lastChange) = service.users
        users = try file.number("SELECT count(*) FROM \(table)")
        newestAtMs = try file.number("SELECT \(lastChange)")
        schema = try file.number("PRAGMA user_version")
    }

    var text: String {
        "\(users) users" + (newestAtMs == 0 ? "" : ", the latest change \(newestAtMs.timeText)")
    }
}

extension ServerName {
    /// The SQLite file's name, in the data directory and in a backup.
    var database: String { "\(rawValue).sqlite" }

    /// The table with a row for each user, and what selects the time of the last change.
    fileprivate var users: (table: String, lastChange: String) {
        switch self {
        case .auth: ("account", "atMs FROM audit ORDER BY number DESC LIMIT 1")
        case .profile: ("profile", "max(updatedAtMs) FROM profile")
        case .presence: ("lastSeen", "max(atMs) FROM lastSeen")
        }
    }
}
