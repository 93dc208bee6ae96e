import GRDB
import RollcallCrypto
import RollcallRPC

extension AuthStore {
    func service(id: UUIDv7) async throws -> ServiceAccount? {
        try await read { db in
            try Row.fetchOne(
                db, sql: "SELECT * FROM service WHERE id = ?", arguments: [id.data]
            ).map(ServiceAccount.init)
        }
    }

    /// By their names.
    func services() async throws -> [ServiceAccount] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM service ORDER BY name")
                .map(ServiceAccount.init)
        }
    }

    func hasService(name: String) async throws -> Bool {
        try await read { db in
            let statement = try db.cachedStatement(sql: "SELECT 1 FROM service WHERE name = ?")
            return try Row.fetchOne(statement, arguments: [name]) != nil
        }
    }

    enum AddServiceOutcome {
        case added, nameTaken, tooMany
    }

    /// - Parameter isReplacing: whether one that has the name goes.
    func add(
        _ service: ServiceAccount, replacing isReplacing: Bool
    ) async throws -> AddServiceOutcome {
        try await write { db in
            if isReplacing { try db.removeService(name: service.name) }
            let count = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM service") ?? 0
            guard count < ServiceAccount.limit else { return .tooMany }
            try db.execute(
                sql: """
                    INSERT INTO service (id, name, credentialHash, createdAtMs) VALUES (?, ?, ?, ?)
                    ON CONFLICT (name) DO NOTHING
                    """,
                arguments: [
                    service.id.data, service.name, service.credentialHash.data, service.createdAt,
                ])
            return db.changesCount == 1 ? .added : .nameTaken
        }
    }

    /// - Returns: whether there was one.
    func removeService(name: String) async throws -> Bool {
        try await write { try $0.removeService(name: name) }
    }

    func noteUse(of service: ServiceAccount, now: Int64) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE service SET lastUsedAtMs = ? WHERE id = ?",
                arguments: [now, service.id.data])
        }
    }
}

extension Database {
    @discardableResult
    fileprivate func removeService(name: String) throws -> Bool {
        try execute(sql: "DELETE FROM service WHERE name = ?", arguments: [name])
        return changesCount == 1
    }
}
