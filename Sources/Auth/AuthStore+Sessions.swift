import Foundation
import GRDB
import RollcallCrypto

extension AuthStore {
    /// Opens a session of an account whose password has been verified. If the account has too many
    /// by this, the one that was unused longest ends.
    ///
    /// - Returns: `false` when the password, or the account, is another by now.
    func open(
        _ session: AccountSession, of account: Account, _ configuration: AuthConfiguration
    ) async throws -> Bool {
        try await write { db in
            guard try db.account(account.id)?.passwordHash == account.passwordHash else {
                return false
            }
            try db.makeRoom(for: session, configuration)
            try db.insert(session)
            return true
        }
    }

    func session(_ id: UUIDv7) async throws -> (session: AccountSession, account: Account)? {
        try await read { db in
            guard let session = try db.session(id),
                let account = try db.account(session.accountID)
            else { return nil }
            return (session, account)
        }
    }

    /// Ends a session, if there is one that has not ended.
    func endSession(_ id: UUIDv7, reason: AccountSession.EndReason, now: Int64) async throws {
        try await write { try $0.endSession(id, reason: reason, now: now) }
    }

    enum RefreshOutcome {
        /// The session as it is now, and the token that counts from now on.
        case refreshed(AccountSession, OpaqueToken)
        /// No session's token.
        case unknown
        /// A token that does not count any more: the session has ended by this.
        case reused(sessionID: UUIDv7)
        case ended
    }

    /// Exchanges a refresh token, or gives the last exchange's answer again.
    ///
    /// - Parameter nonce: 16 random bytes.
    func refresh(
        _ token: OpaqueToken, nonce: [UInt8], now: Int64, _ configuration: AuthConfiguration
    ) async throws -> RefreshOutcome {
        guard let id = UUIDv7(bytes: token.id) else { return .unknown }
        return try await write { db in
            guard var session = try db.session(id) else { return .unknown }
            let age = Duration.milliseconds(now - session.refreshedAt)
            let verdict = session.chain.verdict(on: token.hash, age: age)
            guard verdict != .unknown else { return .unknown }
            guard session.isLive(at: now, configuration) else { return .ended }
            switch verdict {
            case .current:
                let next = try token.next(nonce: nonce)
                session.chain.rotate(to: next.hash, nonce: nonce)
                session.refreshedAt = max(session.refreshedAt, now)
                try db.update(session)
                return .refreshed(session, next)
            case .late:
                let next = try token.next(nonce: nonce)
                session.chain.displace(with: next.hash, nonce: nonce)
                session.refreshedAt = max(session.refreshedAt, now)
                try db.update(session)
                return .refreshed(session, next)
            case .repeated(let nonce):
                return .refreshed(session, try token.next(nonce: nonce))
            case .spent, .unknown:
                try db.endSession(id, reason: .tokenReused, now: now)
                return .reused(sessionID: id)
            }
        }
    }
}

extension Database {
    func session(_ id: UUIDv7) throws -> AccountSession? {
        try Row.fetchOne(self, sql: "SELECT * FROM session WHERE id = ?", arguments: [id.data])
            .map(AccountSession.init)
    }

    func insert(_ session: AccountSession) throws {
        try execute(
            sql: """
                INSERT INTO session (
                    id, accountID, deviceLabel, platform, appVersion, addressPrefix, createdAtMs,
                    authenticatedAtMs, refreshedAtMs, tokenHash, spentTokenHashes
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, x'')
                """,
            arguments: [
                session.id.data, session.accountID.data, session.device.label,
                session.device.platform, session.device.appVersion, session.addressPrefix,
                session.createdAt, session.createdAt, session.refreshedAt,
                session.chain.current.data,
            ])
    }

    /// Stores an exchange.
    fileprivate func update(_ session: AccountSession) throws {
        let chain = session.chain
        try execute(
            sql: """
                UPDATE session SET
                    refreshedAtMs = ?, tokenHash = ?, previousTokenHash = ?, rotationNonce = ?,
                    spentTokenHashes = ?
                WHERE id = ?
                """,
            arguments: [
                session.refreshedAt, chain.current.data, chain.rotation?.previous.data,
                chain.rotation.map { Data($0.nonce) }, Data(chain.spent), session.id.data,
            ])
    }

    func endSession(
        _ id: UUIDv7, reason: AccountSession.EndReason, now: Int64
    ) throws {
        try execute(
            sql: """
                UPDATE session SET endedAtMs = ?, endReason = ? WHERE id = ? AND endedAtMs IS NULL
                """,
            arguments: [now, reason.rawValue, id.data])
    }
}
