import RollcallRPC

/// Why a call that needs a signed-in user was not made.
public enum SessionError: Error, Sendable, Equatable {
    /// Nobody has signed in.
    case notSignedIn
    /// The session was signed out elsewhere, has expired, or was ended because its refresh token
    /// was stolen. It has been removed from the store: sign in again.
    case ended
}

/// What to say of a server that answers without what it promises.
var incompleteAnswer: RPCError {
    RPCError(.internal, "the server left out a part of its answer")
}
