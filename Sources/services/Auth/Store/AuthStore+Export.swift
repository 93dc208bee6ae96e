import RollcallAPI
import RollcallCrypto
import RollcallWire
import Storage

/// A JSON file of an export, before it is text.
struct ExportFile: Sendable {
    let name: String
    let message: any Message
}

extension AuthStore {
    /// What Auth knows of an account, as its owner takes it along. Of each list the newest 10,000.
    ///
    /// Each member is chosen, so that a column that is added later does not get out by itself.
    ///
    /// - Returns: `nil` if there is no such account.
    func export(of id: UUIDv7) async throws -> [ExportFile]? {
        try await read { snapshot in
            guard let account = try snapshot.account(id) else { return nil }
            let addresses = try snapshot.addresses(of: id)
            let credentials = try snapshot.all(Statements.credentials, id)
            let sessions = try snapshot.all(Statements.sessions, id)
            let devices = try snapshot.all(Statements.devices, id)
            let mails = try snapshot.all(Statements.mails, id)
            return [
                ExportFile(
                    name: "account.json",
                    message: ExportedAccount(
                        userID: account.id.description, addresses: addresses.map(\.message),
                        credentials: credentials, locale: account.locale,
                        role: account.role.rawValue, createdAtMs: account.createdAt,
                        disableEndsAtMs: account.disabledUntil ?? 0)),
                ExportFile(
                    name: "sessions.json", message: ExportedSessions(sessions: sessions)),
                ExportFile(name: "devices.json", message: ExportedDevices(devices: devices)),
                ExportFile(name: "mail.json", message: ExportedMails(mails: mails)),
            ]
        }
    }
}

private enum Statements {
    /// What the account is signed in to with, without the secrets.
    static let credentials = Query<ExportedCredential, UUIDv7>(
        """
        SELECT kind, issuer, subject, createdAtMs, lastUsedAtMs FROM credential
        WHERE accountID = $1
        UNION ALL
        SELECT 'totp', '', '', confirmedAtMs, NULL FROM totp
        WHERE accountID = $1 AND confirmedAtMs IS NOT NULL
        ORDER BY 1, 2, 3
        """
    ) { row in
        try ExportedCredential(
            kind: row.next(), issuer: row.next(), subject: row.next(), createdAtMs: row.next(),
            lastUsedAtMs: row.next(as: Int64?.self) ?? 0)
    }

    static let sessions = Query<ExportedSession, UUIDv7>(
        """
        SELECT id, deviceLabel, platform, appVersion, addressPrefix, createdAtMs, refreshedAtMs,
            endedAtMs, endReason
        FROM session WHERE accountID = $1 ORDER BY id DESC LIMIT 10000
        """
    ) { row in
        try ExportedSession(
            sessionID: row.next(as: UUIDv7.self).description, deviceLabel: row.next(),
            platform: row.next(), appVersion: row.next(), addressPrefix: row.next(),
            createdAtMs: row.next(), lastUsedAtMs: row.next(),
            endedAtMs: row.next(as: Int64?.self) ?? 0,
            endReason: row.next(as: String?.self) ?? "")
    }

    /// Devices that the account knows, without the tokens that they are known by.
    static let devices = Query<ExportedDevice, UUIDv7>(
        """
        SELECT id, createdAtMs, lastUsedAtMs FROM device WHERE accountID = $1
        ORDER BY id DESC LIMIT 10000
        """
    ) { row in
        try ExportedDevice(
            deviceID: row.next(as: UUIDv7.self).description, firstSeenAtMs: row.next(),
            lastSeenAtMs: row.next())
    }

    /// Mails that wait or were sent lately. Their texts are not kept. A mail to an address that was
    /// not proved would reveal that no other account has it.
    static let mails = Query<ExportedMail, UUIDv7>(
        """
        SELECT id, kind, recipient, state, createdAtMs, endedAtMs FROM mail
        WHERE accountID = $1 AND kind <> 'changeAddressNew'
        ORDER BY id DESC LIMIT 10000
        """
    ) { row in
        try ExportedMail(
            mailID: row.next(as: UUIDv7.self).description, kind: row.next(),
            recipient: row.next(), state: row.next(), createdAtMs: row.next(),
            endedAtMs: row.next(as: Int64?.self) ?? 0)
    }
}
