import RollcallCrypto
import Storage

extension AuthStore {
    /// The device with this token; nil if the token is unknown, or its device was removed.
    func device(_ token: OpaqueToken) async throws -> KnownDevice? {
        guard token.kind == .device, let id = UUIDv7(bytes: token.id),
            let device = try await first(Statements.device, id)
        else { return nil }
        return device.tokenHash == token.hash ? device : nil
    }

    /// The device that a request's token is of; nil if it is not one of the account.
    func device(_ token: String, of accountID: UUIDv7) async throws -> KnownDevice? {
        guard let token = OpaqueToken(token, kind: .device), let device = try await device(token)
        else { return nil }
        return device.accountID == accountID ? device : nil
    }

    func device(_ id: UUIDv7) async throws -> KnownDevice? {
        try await first(Statements.device, id)
    }
}

extension AuthTransaction {
    /// Records a sign-in on a device. If the account then has too many devices, those unused for
    /// longest are removed.
    func use(_ device: KnownDevice) throws {
        try submit(
            Statements.use, device.id, device.accountID, device.tokenHash, device.createdAt,
            device.lastUsedAt)
        try submit(Statements.forgetOldest, device.accountID, KnownDevice.limit)
    }

    /// Removes all devices of an account. After a password reset, a thief's device then has no
    /// limits of its own.
    func forgetDevices(of accountID: UUIDv7) throws {
        try submit(Statements.forget, accountID)
    }
}

extension KnownDevice: RowValue {
    static let columns: SQL = "id, accountID, tokenHash, createdAtMs, lastUsedAtMs"

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        try self.init(
            id: columns.next(), accountID: columns.next(), tokenHash: columns.next(),
            createdAt: columns.next(), lastUsedAt: columns.next())
    }
}

private enum Statements {
    static let device = Query<KnownDevice, UUIDv7>(
        "SELECT \(KnownDevice.columns) FROM device WHERE id = $1")

    static let use = Command<UUIDv7, UUIDv7, SHA256Digest, Int64, Int64>(
        """
        INSERT INTO device (id, accountID, tokenHash, createdAtMs, lastUsedAtMs)
        VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (id) DO UPDATE SET lastUsedAtMs = excluded.lastUsedAtMs
        WHERE excluded.lastUsedAtMs > device.lastUsedAtMs
        """)

    static let forgetOldest = Command<UUIDv7, Int>(
        """
        DELETE FROM device WHERE accountID = $1 AND id NOT IN (
            SELECT id FROM device WHERE accountID = $1
            ORDER BY lastUsedAtMs DESC, id DESC LIMIT $2)
        """)

    static let forget = Command<UUIDv7>("DELETE FROM device WHERE accountID = $1")
}
