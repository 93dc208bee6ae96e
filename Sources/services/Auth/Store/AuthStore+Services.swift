import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage

extension AuthStore {
    func service(id: UUIDv7) async throws -> ServiceAccount? {
        try await first(Statements.service, id)
    }

    /// Those behind a name, by their names.
    func services(after name: String, limit: Int) async throws -> [ServiceAccount] {
        try await all(Statements.services, name, limit)
    }

    func hasService(name: String) async throws -> Bool {
        try await first(Statements.hasService, name) ?? false
    }

    /// - Parameter isReplacing: whether one that has the name goes.
    /// - Throws: `RPCError` (SERVICE_NAME_TAKEN, TOO_MANY), with nothing changed.
    func add(_ service: ServiceAccount, replacing isReplacing: Bool) async throws {
        try await write { tx in
            if isReplacing { try tx.run(Statements.remove, service.name) }
            let count = try tx.first(Statements.count) ?? 0
            guard count < ServiceAccount.limit else {
                throw RPCError.violation(
                    .resourceExhausted, .tooMany,
                    "there are \(ServiceAccount.limit) services; remove one first")
            }
            let added = try tx.run(
                Statements.add, service.id, service.name, service.credentialHash,
                service.createdAt)
            guard added == 1 else { throw RPCError.serviceNameTaken }
            try tx.note(.serviceAdded, after: service.name, now: service.createdAt)
        }
    }

    /// - Returns: whether there was one.
    func removeService(name: String, now: Int64) async throws -> Bool {
        try await write { tx in
            guard try tx.run(Statements.remove, name) == 1 else { return false }
            try tx.note(.serviceRemoved, before: name, now: now)
            return true
        }
    }

    func noteUse(of service: ServiceAccount, now: Int64) async throws {
        try await write { tx in
            _ = try tx.run(Statements.noteUse, now, service.id)
        }
    }
}

extension ServiceAccount: RowValue {
    static let columns: SQL = "id, name, credentialHash, createdAtMs, lastUsedAtMs"

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        try self.init(
            id: columns.next(), name: columns.next(), credentialHash: columns.next(),
            createdAt: columns.next(), lastUsedAt: columns.next())
    }
}

private enum Statements {
    static let service = Query<ServiceAccount, UUIDv7>(
        "SELECT \(ServiceAccount.columns) FROM service WHERE id = $1")

    static let services = Query<ServiceAccount, String, Int>(
        """
        SELECT \(ServiceAccount.columns) FROM service WHERE name > $1 ORDER BY name LIMIT $2
        """)

    static let hasService = Query<Bool, String>(
        "SELECT EXISTS (SELECT 1 FROM service WHERE name = $1)")

    static let count = Query<Int>("SELECT count(*) FROM service")

    static let add = Command<UUIDv7, String, SHA256Digest, Int64>(
        """
        INSERT INTO service (id, name, credentialHash, createdAtMs) VALUES ($1, $2, $3, $4)
        ON CONFLICT (name) DO NOTHING
        """)

    static let remove = Command<String>("DELETE FROM service WHERE name = $1")

    static let noteUse = Command<Int64, UUIDv7>(
        "UPDATE service SET lastUsedAtMs = $1 WHERE id = $2")
}
