extension PostgreSQLConnection {
    /// The name as SQL has it, the encoding, and whether texts compare by their bytes: the C
    /// library's collation C, or any of the built-in ones of PostgreSQL 17.
    private static let database = Query<(String, String, Bool)>(
        """
        SELECT quote_ident(current_database())::text, pg_encoding_to_char(encoding)::text,
            CASE datlocprovider WHEN 'c' THEN datcollate IN ('C', 'POSIX')
                ELSE datlocprovider = 'b' END
                -- As not in Turkish.
                AND lower('I') = 'i'
        FROM pg_database WHERE datname = current_database()
        """
    ) { try ($0.next(), $0.next(), $0.next()) }

    /// SQLite's texts are UTF-8 and compare by their bytes: so must PostgreSQL's, or the same
    /// statement would answer other rows.
    ///
    /// - Throws: `StorageError.unfitDatabase`.
    func checkFitness() throws {
        guard let (name, encoding, isBytewise) = try Snapshot(self).first(Self.database) else {
            throw StorageError.unfitDatabase("the database is not in pg_database")
        }
        guard encoding == "UTF8", isBytewise else {
            throw StorageError.unfitDatabase(
                """
                the database \(name) must have the encoding UTF8 and the collation C; make it by \
                CREATE DATABASE \(name) TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc \
                LOCALE 'C';
                """)
        }
    }
}
