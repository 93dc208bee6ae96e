import RollcallAPI

/// Answers what users ask of their own accounts, each call in a file named for it.
struct AccountSettingsHandler: Sendable {
    let callers: SignedInCallers
    let accounts: AccountInfos
    let store: AuthStore
}
