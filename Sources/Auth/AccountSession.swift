import Foundation
import GRDB
import RollcallCrypto

/// A signed-in account on one device, as it is kept. Times are milliseconds since 1970.
struct AccountSession: Sendable {
    let id: UUIDv7
    let accountID: UUIDv7
    let device: SessionDevice
    /// As `PeerIdentity.addressPrefix` has it.
    let addressPrefix: String
    let createdAt: Int64
    /// When the current token was given out: at the opening, or by the last exchange.
    var refreshedAt: Int64
    var endedAt: Int64?
    var chain: RefreshChain

    /// A session that is opened now.
    init(
        id: UUIDv7, accountID: UUIDv7, device: SessionDevice, addressPrefix: String,
        token: OpaqueToken, now: Int64
    ) {
        self.id = id
        self.accountID = accountID
        self.device = device
        self.addressPrefix = addressPrefix
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
    /// How many of an account may be live at a time.
    static let limit = 100

    enum EndReason: String {
        /// By its own device.
        case signedOut
        /// By one of the account's sessions.
        case revoked
        /// Two held its refresh tokens.
        case tokenReused
        /// By one that was opened beyond the limit.
        case replaced
        /// Found expired when another was opened.
        case expired
    }

    /// - Throws: `StorageError.corrupt`.
    init(row: Row) throws {
        id = try row.id("id")
        accountID = try row.id("accountID")
        device = SessionDevice(row: row)
        addressPrefix = row["addressPrefix"]
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
