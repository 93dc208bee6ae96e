import MessageJSON
import RollcallCrypto
import Storage

/// What Auth knows of an account, as its owner takes it along.
struct AccountExport: Sendable {
    let account: JSON
    /// Of these, the newest 10,000 each.
    let sessions: [JSON]
    let devices: [JSON]
    let mails: [JSON]
}

extension AuthStore {
    /// - Returns: `nil` if there is no such account.
    func export(of id: UUIDv7) async throws -> AccountExport? {
        try await read { snapshot in
            guard let account = try snapshot.account(id) else { return nil }
            return AccountExport(
                account: .exported(account),
                sessions: try snapshot.all(Statements.sessions, id),
                devices: try snapshot.all(Statements.devices, id),
                mails: try snapshot.all(Statements.mails, id))
        }
    }
}

private enum Statements {
    static let sessions = Query<JSON, UUIDv7>(
        """
        SELECT \(JSON.sessionColumns) FROM session WHERE accountID = $1
        ORDER BY id DESC LIMIT 10000
        """
    ) { try JSON(session: &$0) }

    static let devices = Query<JSON, UUIDv7>(
        """
        SELECT \(JSON.deviceColumns) FROM device WHERE accountID = $1
        ORDER BY id DESC LIMIT 10000
        """
    ) { try JSON(device: &$0) }

    /// One to an address that was not proved would say that nobody else has it.
    static let mails = Query<JSON, UUIDv7>(
        """
        SELECT \(JSON.mailColumns) FROM mail
        WHERE accountID = $1 AND kind <> 'changeAddressNew'
        ORDER BY id DESC LIMIT 10000
        """
    ) { try JSON(mail: &$0) }
}
