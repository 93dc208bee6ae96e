import ArgumentParser

/// The RPCs that a load can make, each on a session of its own and checked.
enum AccountMethod: String, ExpressibleByArgument, CaseIterable {
    case refresh
    case signIn = "sign-in"
    /// With a wrong password, that has to be refused.
    case wrongSignIn = "wrong-sign-in"
    case getSession = "get-session"
    case listSessions = "list-sessions"
    case checkDisplayName = "check-display-name"
    case getProfile = "get-profile"
    /// Of any user, by the id.
    case getAnyProfile = "get-any-profile"
    /// A hundred of any users, by their ids.
    case batchGet = "batch-get-100"
    /// A name that is taken, with five others in its place.
    case suggestNames = "suggest-names"
    /// By the first characters of the user's own name.
    case search = "search"
    /// A new display name each time: a user has nine in a month.
    case rename
    case getUser = "get-user"
    case listUsers = "list-users"
    case listUserSessions = "list-user-sessions"
    /// Auth has Profile resolve the name.
    case getUserByName = "get-user-by-name"

    /// The password of every account that is seeded.
    static let password = "correct horse battery staple"

    /// Whether the session has to be refreshed before, as its access token is sent along.
    var needsAccessToken: Bool {
        switch self {
        case .getSession, .listSessions, .getProfile, .getAnyProfile, .batchGet, .search, .rename:
            true
        default: false
        }
    }
}
