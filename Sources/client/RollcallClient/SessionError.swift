import RollcallAPI
import RollcallRPC

/// Why a call that needs a signed-in user was not made.
public enum SessionError: Error, Sendable, Equatable {
    /// No user is signed in.
    case notSignedIn
    /// The session was signed out elsewhere, has expired, or was ended after a theft of its refresh
    /// token. It has been removed from the store: sign in again.
    case ended
}

/// A sign-in with a correct password that waits for a second step, such as the code of a mail. No
/// session is open yet, and what is stored stays as it was.
public struct SecondStepRequired: Error, Sendable, Equatable {
    /// What `RollcallSession.continueSignIn` goes on with. It says which steps are possible, and
    /// until when.
    public let pending: PendingSignIn
}

/// The error for a server's answer that lacks a required part.
var incompleteAnswer: RPCError {
    RPCError(.internal, "the server left out a part of its answer")
}
