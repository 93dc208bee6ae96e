import RollcallBasics
import RollcallCrypto
import Storage

/// A signed-in account on one device, as it is stored. Times are milliseconds since 1970.
package struct AccountSession: Sendable {
    let id: UUIDv7
    let accountID: UUIDv7
    let device: SessionDevice
    /// In the form of `PeerIdentity.addressPrefix`.
    let addressPrefix: String
    let createdAt: Int64
    /// When the current token was issued: at the opening, or by the last refresh.
    var refreshedAt: Int64
    var endedAt: Int64?
    /// Set when `endedAt` is.
    var endReason: EndReason?
    /// The epoch of its opening or last refresh; `nil` if the session was only read.
    var epoch: UInt64?
    /// When its user last proved to be the account's owner: at the opening, or afterwards; `nil`
    /// unless `sessionAndAccount` has read it.
    var authenticatedAt: Int64?

    /// When it expires unless it is refreshed.
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
    /// The most live sessions of an account.
    static let limit = 100
    /// The most ended sessions of an account that are kept. Without it, an account that signs in
    /// again and again would leave millions of rows until `Housekeeping` deletes them.
    static let endedLimit = 200

    package enum EndReason: String, CaseIterable, SQLValue {
        /// Its own device has signed out.
        case signedOut
        /// Another session of the account has revoked it.
        case revoked
        /// Another session has changed the password.
        case passwordChanged
        /// The e-mail address was changed in another session, or a change was undone.
        case addressChanged
        /// The password was reset by a mailed code or link.
        case passwordReset
        /// Two clients had its refresh tokens.
        case tokenReused
        /// A new session beyond the limit has replaced it.
        case replaced
        /// It had expired when another session was opened.
        case expired
        /// An administrator or the operator has ended it.
        case revokedByAdmin
        /// Its account was disabled.
        case disabled
        /// A new epoch has begun.
        case newEpoch
    }
}
