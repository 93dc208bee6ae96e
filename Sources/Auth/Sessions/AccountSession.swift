import RollcallBasics
import RollcallCrypto
import Storage

/// A signed-in account on one device, as it is kept. Times are milliseconds since 1970.
package struct AccountSession: Sendable {
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
    /// The epoch when it was opened or refreshed; `nil` in one that was only read.
    var epoch: UInt64?

    /// A session that is opened now.
    init(
        id: UUIDv7, accountID: UUIDv7, device: SessionDevice, addressPrefix: String,
        now: Int64, epoch: UInt64? = nil
    ) {
        self.id = id
        self.accountID = accountID
        self.device = device
        self.addressPrefix = addressPrefix
        createdAt = now
        refreshedAt = now
        self.epoch = epoch
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

    package enum EndReason: String, CaseIterable, SQLValue {
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
}

extension AccountSession: RowValue {
    static let columns: SQL = """
        session.id, accountID, deviceLabel, platform, appVersion, addressPrefix, \
        session.createdAtMs, refreshedAtMs, endedAtMs, endReason
        """

    /// - Throws: `StorageError.corrupt`.
    package init(_ columns: inout Columns) throws {
        id = try columns.next()
        accountID = try columns.next()
        device = try SessionDevice(
            label: columns.next(), platform: columns.next(), appVersion: columns.next())
        addressPrefix = try columns.next()
        createdAt = try columns.next()
        refreshedAt = try columns.next()
        endedAt = try columns.next()
        endReason = try columns.next()
    }
}
