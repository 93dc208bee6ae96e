import Storage

/// What an entry says was done: each kind of change in one place of the store.
///
/// Not audited, as it would let anybody fill the table: failed sign-ins, which are counted by the
/// metrics and limited, and of which an account keeps the last ten; refreshes; requests for mail; a
/// change of language.
enum AuditAction: String, CaseIterable, SQLValue {
    case accountCreated = "account.created"
    case accountDeleted = "account.deleted"
    case accountDisabled = "account.disabled"
    case accountEnabled = "account.enabled"
    /// One without an address got one.
    case accountUpgraded = "account.upgraded"
    /// By the owner, for taking it along.
    case accountExported = "account.exported"
    case roleChanged = "role.changed"

    case sessionOpened = "session.opened"
    /// By the owner or an administrator.
    case sessionsRevoked = "sessions.revoked"
    /// A refresh token was used twice.
    case sessionStolen = "session.stolen"

    case passwordChanged = "password.changed"
    case passwordReset = "password.reset"
    /// An administrator requires a new one.
    case passwordRequired = "password.required"

    /// The owner has proved to read mail at an address of the account.
    case addressVerified = "address.verified"
    /// A verified one was added.
    case addressAdded = "address.added"
    case addressRemoved = "address.removed"
    case addressMadePrimary = "address.primary"
    /// A change was taken back from the former address.
    case addressRestored = "address.restored"

    case identityLinked = "identity.linked"
    case identityUnlinked = "identity.unlinked"
    case factorAdded = "factor.added"
    case factorRemoved = "factor.removed"
    case recoveryCodesReplaced = "recovery.replaced"
    case recoveryCodeUsed = "recovery.used"
    case passkeyAdded = "passkey.added"
    case passkeyRemoved = "passkey.removed"

    case banCleared = "ban.cleared"
    case epochBegun = "epoch.begun"
    case keyReplaced = "key.replaced"
    case serviceAdded = "service.added"
    case serviceRemoved = "service.removed"
    case usersImported = "users.imported"
    case usersExported = "users.exported"
}
