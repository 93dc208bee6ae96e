import GRDB
import RollcallCrypto

/// What Auth knows of an account, as its owner takes it along.
struct AccountExport: Sendable {
    let account: ExportedAccount
    let sessions: [ExportedSession]
    let devices: [ExportedDevice]
    let mails: [ExportedMail]
}

extension AuthStore {
    /// - Returns: `nil` if there is no such account.
    func export(of id: UUIDv7) async throws -> AccountExport? {
        try await read { db in
            guard let account = try db.account(id) else { return nil }
            return AccountExport(
                account: ExportedAccount(account),
                sessions: try db.newest("session", of: id).map(ExportedSession.init),
                devices: try db.newest("device", of: id).map(ExportedDevice.init),
                // One to an address that was not proved would say that nobody else has it.
                mails: try db.newest("mail", of: id, where: "kind <> 'changeAddressNew'")
                    .map(ExportedMail.init))
        }
    }
}

extension Database {
    /// At most 10,000.
    fileprivate func newest(
        _ table: String, of id: UUIDv7, where condition: String = "TRUE"
    ) throws -> [Row] {
        try Row.fetchAll(
            self,
            sql: """
                SELECT * FROM \(table) WHERE accountID = ? AND \(condition)
                ORDER BY id DESC LIMIT 10000
                """,
            arguments: [id.data])
    }
}
