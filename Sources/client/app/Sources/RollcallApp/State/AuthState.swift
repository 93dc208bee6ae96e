/// Whether a user is signed in. There is always an answer, and it never changes from signed out to
/// signed in by itself: until the store has been read, it is `restoring`.
public enum AuthState: Sendable, Equatable {
    /// The store was not read yet, or cannot be read yet: a Keychain is locked until the device was
    /// unlocked once.
    case restoring
    case signedOut(SignedOutReason)
    /// Comes again when something else is known of the user, such as the profile.
    case signedIn(User)

    public var user: User? {
        if case .signedIn(let user) = self { user } else { nil }
    }
}

/// Why no user is signed in. Nothing but these signs anybody out: not the lack of a network, nor a
/// server that fails.
public enum SignedOutReason: Sendable, Equatable {
    /// The store has no session.
    case noSession
    /// What the store has cannot be understood: it is damaged, or of a later version of the app.
    case storeDamaged
    /// The app has called `signOut`.
    case signedOut
    /// The session has ended elsewhere, for this reason. Unspecified when only the end is known.
    case sessionEnded(SessionEndReason)
    /// The refresh token has expired, or its session is over (REFRESH_TOKEN_INVALID).
    case refreshTokenInvalid
    /// A copy of the tokens was used elsewhere, so the session was ended (REFRESH_TOKEN_REUSED).
    case refreshTokenReused

    /// Nil for every error that leaves the session as it is.
    init?(_ error: RollcallError) {
        guard error.origin == .service, error.code == .unauthenticated else { return nil }
        switch error.reasons.first {
        case .refreshTokenInvalid: self = .refreshTokenInvalid
        case .refreshTokenReused: self = .refreshTokenReused
        case .sessionEnded: self = .sessionEnded(.unspecified)
        default: return nil
        }
    }
}
