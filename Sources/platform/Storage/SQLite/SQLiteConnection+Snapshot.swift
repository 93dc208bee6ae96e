extension SQLiteConnection {
    private static let begin = StatementRegistry.shared.id(of: "BEGIN")
    private static let end = StatementRegistry.shared.id(of: "COMMIT")
    private static let rollback = StatementRegistry.shared.id(of: "ROLLBACK")

    /// Runs a body on one snapshot. The connection keeps none, however that ends.
    func snapshot<T>(isOne: Bool, _ body: (any Connection) throws -> T) throws -> T {
        beginRead()
        if isOne { return try body(self) }
        defer { endTransaction() }
        try run(Self.begin)
        let value = try body(self)
        try run(Self.end)
        return value
    }

    /// Runs a body on the snapshot that the connection has kept, or on one that it keeps.
    func keepingSnapshot(_ body: (any Connection) throws -> Void) throws {
        beginRead()
        do {
            if !isInTransaction { try run(Self.begin) }
            try body(self)
        } catch {
            endTransaction()
            throw error
        }
    }

    func endTransaction() {
        // An interrupt that comes now stops the ROLLBACK, and only that one.
        while isInTransaction { try? run(Self.rollback) }
    }
}
