import Foundation
import GRDB
import RollcallCrypto

/// A signed-in account on one device, as it is kept. Times are milliseconds since 1970.
struct AccountSession: Sendable {
    let id: UUIDv7
    let accountID: UUIDv7
    let deviceLabel: String
    let createdAt: Int64
    var refreshedAt: Int64
    var endedAt: Int64?
    var chain: RefreshChain

    /// A session that is opened now.
    init(id: UUIDv7, accountID: UUIDv7, deviceLabel: String, token: OpaqueToken, now: Int64) {
        self.id = id
        self.accountID = accountID
        self.deviceLabel = deviceLabel
        createdAt = now
        refreshedAt = now
        chain = RefreshChain(current: token.hash)
    }

    /// When it ends if it is not refreshed.
    func expiresAt(_ configuration: AuthConfiguration) -> Int64 {
        min(
            refreshedAt + configuration.sessionIdleLifetime.wholeMilliseconds,
            createdAt + configuration.sessionLifetime.wholeMilliseconds)
    }

    func isLive(at now: Int64, _ configuration: AuthConfiguration) -> Bool {
        endedAt == nil && now < expiresAt(configuration)
    }
}

extension AccountSession {
    enum EndReason: String {
        case signedOut, tokenReused
    }

    /// - Throws: `StorageError.corrupt`.
    init(row: Row) throws {
        id = try row.id("id")
        accountID = try row.id("accountID")
        deviceLabel = row["deviceLabel"]
        createdAt = row["createdAtMs"]
        refreshedAt = row["refreshedAtMs"]
        endedAt = row["endedAtMs"]
        chain = try RefreshChain(
            current: row.digest("tokenHash"), rotation: RefreshChain.Rotation(row: row),
            spent: row.bytes("spentTokenHashes"))
    }
}

extension RefreshChain.Rotation {
    /// - Returns: `nil` before the first rotation.
    fileprivate init?(row: Row) throws {
        guard !row.isNull("previousTokenHash") else { return nil }
        previous = try row.digest("previousTokenHash")
        nonce = try row.bytes("rotationNonce")
    }
}
