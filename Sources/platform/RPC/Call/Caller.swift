/// Who makes a call.
public enum Caller: Sendable, Hashable {
    case anonymous
    /// A signed-in account.
    case user(UserIdentity)
    /// Another service, by its name.
    case service(String)
    /// The operator of the machine: a process of root, or of the server's own user, without a
    /// token. It could read the server's files as well.
    case `operator`

    /// What Auth is called as a service; no other is given the name.
    package static let authName = "auth"
}

/// The account and the session behind a call, as its access token says.
public struct UserIdentity: Sendable, Hashable {
    /// The account, a UUID in its text form.
    public let userID: String
    /// The session, a UUID in its text form.
    public let sessionID: String
    public let isAdmin: Bool
    /// When the token ends, in seconds since 1970-01-01 UTC.
    public let expiresAt: Int64

    public init(userID: String, sessionID: String, isAdmin: Bool, expiresAt: Int64) {
        self.userID = userID
        self.sessionID = sessionID
        self.isAdmin = isAdmin
        self.expiresAt = expiresAt
    }
}

extension Access {
    /// Whether the rule lets a caller in.
    public func permits(_ caller: Caller) -> Bool {
        switch (self, caller) {
        case (.anyone, _), (.anyoneOrUser, _): true
        case (.user, .user), (.owner, .user): true
        case (.service, .service), (.service, .operator): true
        case (.auth, .service(let name)): name == Caller.authName
        case (.auth, .operator): true
        case (.admin, .user(let identity)): identity.isAdmin
        case (.admin, .operator): true
        default: false
        }
    }
}

extension CallContext {
    /// The signed-in user that calls an RPC whose rule is `user`, `owner` or `admin`.
    ///
    /// - Throws: `RPCError` (`unauthenticated`) when nobody is signed in, which the rule excludes.
    public var user: UserIdentity {
        get throws {
            guard case .user(let identity) = caller else {
                throw RPCError(.unauthenticated, "sign in first")
            }
            return identity
        }
    }
}
