import RollcallCrypto
import Storage

extension AuthStore {
    /// The device that a token is of; nil when it is nobody's, or was forgotten.
    func device(_ token: OpaqueToken) async throws -> KnownDevice? {
        guard token.kind == .device, let id = UUIDv7(bytes: token.id),
            let device = try await first(Statements.device, id)
        else { return nil }
        return device.tokenHash == token.hash ? device : nil
    }
}

extension AuthTransaction {
    /// Notes that somebody signs in on a device. If the account knows too many by this, it forgets
    /// those that were unused longest.
    func use(_ device: KnownDevice) throws {
        try run(
            Statements.use, device.id, device.accountID, device.tokenHash, device.createdAt,
            device.lastUsedAt)
        try run(Statements.forgetOldest, device.accountID, KnownDevice.limit)
    }

    /// Makes strangers of all devices of an account. After a reset, a thief's device has no limits of its
    /// own any more.
    func forgetDevices(of accountID: UUIDv7) throws {
        try run(Statements.forget, accountID)
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
