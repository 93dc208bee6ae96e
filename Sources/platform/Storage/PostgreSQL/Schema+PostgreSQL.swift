extension Schema {
    private static let isKnown = Query<Bool>(
        """
        SELECT EXISTS (SELECT FROM pg_tables
            WHERE schemaname = current_schema() AND tablename = 'rollcall_schema')
        """)

    /// Whether there are tables, other than those of an extension.
    private static let hasTables = Query<Bool>(
        """
        SELECT EXISTS (SELECT FROM pg_class
            WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
            AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e'))
        """)

    /// Whether names lead to tables of Rollcall's that are not in the current schema.
    private static let isElsewhere = Query<Bool>(
        "SELECT to_regclass('rollcall_schema') IS NOT NULL")

    private static let hasSchema = Query<Bool>("SELECT current_schema() IS NOT NULL")

    private static let state = Query<(Int32, Int)>(
        "SELECT application_id, version FROM rollcall_schema"
    ) { try ($0.next(), $0.next()) }

    /// For another process that makes or changes tables just now, and for doing so.
    private static let patience = Duration.seconds(600)

    /// Of the 64 bits that name an advisory lock: "Rollcall".
    private static let lock = 0x526f_6c6c_6361_6c6c

    /// Brings the tables in the connection's current schema up to the last version, in one
    /// transaction. Others who start at the same time wait for it.
    ///
    /// - Throws: `StorageError`; `newerSchema` and `foreignFile` before anything is touched.
    func migrate(_ connection: PostgreSQLConnection) throws {
        let patience = connection.patience
        connection.patience = Self.patience
        defer { connection.patience = patience }
        try connection.undoingFailure {
            // Each statement sees what was committed before it: whoever has waited for the lock,
            // too.
            try connection.execute(
                """
                BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
                SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
                SELECT pg_advisory_xact_lock(\(Self.lock));
                """)
            let version = try version(in: Snapshot(connection))
            guard version <= versions.count else { throw StorageError.newerSchema }
            if version < versions.count { try apply(versions.dropFirst(version), on: connection) }
            try connection.execute("COMMIT")
        }
    }

    private func version(in snapshot: Snapshot) throws -> Int {
        guard try snapshot.first(Self.hasSchema) == true else {
            throw StorageError.unfitDatabase(
                "there is no schema for the tables: make the one that search_path names")
        }
        guard try snapshot.first(Self.isKnown) == true else {
            let isForeign = try snapshot.first(Self.hasTables) == true
            guard !isForeign else { throw StorageError.foreignFile(applicationID: 0) }
            guard try snapshot.first(Self.isElsewhere) == false else {
                throw StorageError.unfitDatabase(
                    "the tables are not in the first schema of search_path: name theirs first")
            }
            return 0
        }
        guard let (id, version) = try snapshot.first(Self.state) else {
            throw StorageError.corrupt("the table rollcall_schema is empty")
        }
        guard id == applicationID else { throw StorageError.foreignFile(applicationID: id) }
        return version
    }

    private func apply(
        _ versions: ArraySlice<Version>, on connection: PostgreSQLConnection
    ) throws {
        if versions.startIndex == 0 {
            try connection.execute(
                """
                CREATE TABLE rollcall_schema (
                    application_id INTEGER PRIMARY KEY, version BIGINT NOT NULL);
                INSERT INTO rollcall_schema VALUES (\(applicationID), 0);
                """)
        }
        // First, as writes that come in turn lock this table before others.
        try connection.execute("UPDATE rollcall_schema SET version = \(versions.endIndex)")
        for version in versions { try connection.execute(version.postgresql) }
    }
}
