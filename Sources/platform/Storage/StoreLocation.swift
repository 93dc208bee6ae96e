import RollcallBasics

/// Where a store's tables are.
package enum StoreLocation: Sendable, Equatable {
    /// A SQLite file, by its path.
    case file(String)
    /// A database of a PostgreSQL server.
    case postgresql(PostgreSQLURL)

    /// Reads what an operator writes: a path, or a URL that begins with `postgresql://`.
    ///
    /// - Throws: `Unusable`, which never repeats a URL: there may be a password in it.
    package init(argument: String) throws(Unusable) {
        guard !argument.isEmpty else { throw .emptyStore }
        guard let colon = argument.firstRange(of: "://") else {
            // libpq's other form, in which there may be a password: no file is meant.
            guard PostgreSQLURL(argument) == nil else { throw .malformedStoreURL }
            self = .file(argument)
            return
        }
        let scheme = String(argument[..<colon.lowerBound])
        guard ["postgresql", "postgres"].contains(scheme) else {
            throw Unusable(
                "there is no engine for \(scheme):// URLs; name a file or a postgresql:// URL")
        }
        guard let url = PostgreSQLURL(argument) else { throw .malformedStoreURL }
        self = .postgresql(url)
    }

    /// Whether several processes can use it at the same time.
    package var isServer: Bool {
        if case .postgresql = self { true } else { false }
    }

    /// Whether there is a password in it.
    package var namesPassword: Bool {
        switch self {
        case .file: false
        case .postgresql(let url):
            ["password", "sslpassword"].contains { url.parameters[$0] != nil }
        }
    }
}

extension Unusable {
    static let emptyStore = Unusable(
        "the place of the database is empty; name a file or a postgresql:// URL")
    static let malformedStoreURL = Unusable(
        """
        the postgresql:// URL cannot be read; its form is \
        postgresql://USER@HOST:PORT/DATABASE?KEYWORD=VALUE, with special characters as %XX
        """)
}
