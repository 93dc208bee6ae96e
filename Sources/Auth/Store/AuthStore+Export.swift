import RollcallCrypto
import Storage

/// What Auth knows of an account, as its owner takes it along.
struct AccountExport: Sendable {
    let account: ExportedAccount
    /// Of these, the newest 10,000 each.
    let sessions: [ExportedSession]
    let devices: [ExportedDevice]
    let mails: [ExportedMail]
}

extension AuthStore {
    /// - Returns: `nil` if there is no such account.
    func export(of id: UUIDv7) async throws -> AccountExport? {
        try await read { snapshot in
            guard let account = try snapshot.account(id) else { return nil }
            return AccountExport(
                account: ExportedAccount(account),
                sessions: try snapshot.all(Statements.sessions, id),
                devices: try snapshot.all(Statements.devices, id),
                mails: try snapshot.all(Statements.mails, id))
        }
    }
}

private enum Statements {
    static let sessions = Query<ExportedSession, UUIDv7>(
        """
        SELECT \(ExportedSession.columns) FROM session WHERE accountID = $1
        ORDER BY id DESC LIMIT 10000
        """
    ) { try ExportedSession(&$0) }

    static let devices = Query<ExportedDevice, UUIDv7>(
        """
        SELECT \(ExportedDevice.columns) FROM device WHERE accountID = $1
        ORDER BY id DESC LIMIT 10000
        """
    ) { try ExportedDevice(&$0) }

    /// One to an address that was not proved would say that nobody else has it.
    static let mails = Query<ExportedMail, UUIDv7>(
        """
        SELECT \(ExportedMail.columns) FROM mail
        WHERE accountID = $1 AND kind <> 'changeAddressNew'
        ORDER BY id DESC LIMIT 10000
        """
    ) { try ExportedMail(&$0) }
}
