/// What Auth knows of a user, whether there is an account or not.
struct Standing: Sendable, Equatable {
    var hasAccount = false
    /// Whether somebody signs up as the user, or a sign-up that was given up is yet to be undone.
    var isSigningUp = false
    /// Whether the account was deleted.
    var wasDeleted = false
    /// What the other services have yet to be told of the user.
    var pending: Set<OutboxItem.Kind> = []
    /// The display name that the user signed up with; empty for none, nil when it is not known.
    var signUpName: String?
}
