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
    /// As the store has it; set when `endedAt` is.
    var endReason: String?
    var chain: RefreshChain
    /// The epoch when it was opened or refreshed; `nil` in one that was only read.
    var epoch: UInt64?

    /// A session that is opened now.
    init(
        id: UUIDv7, accountID: UUIDv7, device: SessionDevice, addressPrefix: String,
        token: OpaqueToken, now: Int64, epoch: UInt64? = nil
    ) {
        self.id = id
        self.accountID = accountID
        self.device = device
        self.addressPrefix = addressPrefix
        createdAt = now
        refreshedAt = now
        self.epoch = epoch
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

    enum EndReason: String, CaseIterable {
        /// By its own device.
        case signedOut
        /// By one of the account's sessions.
        case revoked
        /// By a change of the password, in another session.
        case passwordChanged
        /// By a change of the e-mail address, in another session or taken back.
        case addressChanged
        /// By a password that was chosen by a mailed code or link.
        case passwordReset
        /// Two held its refresh tokens.
        case tokenReused
        /// By one that was opened beyond the limit.
        case replaced
        /// Found expired when another was opened.
        case expired
        /// By an administrator or the operator.
        case revokedByAdmin
        /// With its account.
        case disabled
        /// By the beginning of another epoch.
        case newEpoch
    }

    /// The table's columns, in their order: a look at each by its name would take as long as the
    /// statement.
    enum Column: Int, CaseIterable {
        case id, accountID, deviceLabel, platform, appVersion, addressPrefix, createdAtMs,
            authenticatedAtMs, refreshedAtMs, endedAtMs, endReason, tokenHash, previousTokenHash,
            rotationNonce, spentTokenHashes
    }

    /// - Parameter row: all columns of the table, in their order.
    /// - Throws: `StorageError.corrupt`.
    init(row: Row) throws {
        id = try row.id(at: Column.id.rawValue)
        accountID = try row.id(at: Column.accountID.rawValue)
        device = SessionDevice(
            label: row[Column.deviceLabel.rawValue], platform: row[Column.platform.rawValue],
            appVersion: row[Column.appVersion.rawValue])
        addressPrefix = row[Column.addressPrefix.rawValue]
        createdAt = row[Column.createdAtMs.rawValue]
        refreshedAt = row[Column.refreshedAtMs.rawValue]
        endedAt = row[Column.endedAtMs.rawValue]
        endReason = row[Column.endReason.rawValue]
        chain = try RefreshChain(
            current: row.digest(at: Column.tokenHash.rawValue), rotation: Self.rotation(in: row),
            spent: row.bytes(at: Column.spentTokenHashes.rawValue))
    }

    /// - Returns: `nil` before the first rotation.
    private static func rotation(in row: Row) throws -> RefreshChain.Rotation? {
        guard !row.hasNull(atIndex: Column.previousTokenHash.rawValue) else { return nil }
        return RefreshChain.Rotation(
            previous: try row.digest(at: Column.previousTokenHash.rawValue),
            nonce: try row.bytes(at: Column.rotationNonce.rawValue))
    }
}
