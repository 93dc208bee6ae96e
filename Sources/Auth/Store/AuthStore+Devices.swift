import GRDB
import RollcallCrypto

extension AuthStore {
    /// The device that a token is of; nil when it is nobody's, or was forgotten.
    func device(_ token: OpaqueToken) async throws -> KnownDevice? {
        guard token.kind == .device, let id = UUIDv7(bytes: token.id) else { return nil }
        return try await read { db in
            let statement = try db.cachedStatement(sql: "SELECT * FROM device WHERE id = ?")
            return try Row.fetchOne(statement, arguments: [id.data])
                .map(KnownDevice.init)
                .flatMap { $0.tokenHash == token.hash ? $0 : nil }
        }
    }
}

extension Database {
    /// Notes that somebody signs in on a device. If the account knows too many by this, it forgets
    /// those that were unused longest.
    func use(_ device: KnownDevice) throws {
        let note = try cachedStatement(
            sql: """
                INSERT INTO device (id, accountID, tokenHash, createdAtMs, lastUsedAtMs)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET
                    lastUsedAtMs = max(lastUsedAtMs, excluded.lastUsedAtMs)
                """)
        try note.execute(
            arguments: [
                device.id.data, device.accountID.data, device.tokenHash.data, device.createdAt,
                device.lastUsedAt,
            ])
        let forget = try cachedStatement(
            sql: """
                DELETE FROM device WHERE accountID = ?1 AND id NOT IN (
                    SELECT id FROM device WHERE accountID = ?1
                    ORDER BY lastUsedAtMs DESC, id DESC LIMIT ?2)
                """)
        try forget.execute(arguments: [device.accountID.data, KnownDevice.limit])
    }

    /// Makes strangers of all devices of an account: whoever took over a device keeps no tries of
    /// his own once the password was reset.
    func forgetDevices(of accountID: UUIDv7) throws {
        try execute(sql: "DELETE FROM device WHERE accountID = ?", arguments: [accountID.data])
    }
}
