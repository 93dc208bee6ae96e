import RollcallCrypto
import RollcallRPC

/// Compares access tokens that say "admin" with the account as it is now. A caller who has lost the role,
/// or the session, since the token was signed is an ordinary user. Other tokens cost no read of the
/// database.
package struct CurrentAdmins: Authenticator {
    private let store: AuthStore
    private let configuration: AuthConfiguration
    private let clock: @Sendable () -> Int64
    private let fallback: any Authenticator

    /// - Parameters:
    ///   - clock: milliseconds since 1970.
    ///   - fallback: finds out about callers by their tokens.
    init(
        store: AuthStore, configuration: AuthConfiguration,
        clock: @escaping @Sendable () -> Int64, otherwise fallback: any Authenticator
    ) {
        self.store = store
        self.configuration = configuration
        self.clock = clock
        self.fallback = fallback
    }

    package func authenticate(_ context: CallContext) async throws -> Caller {
        let caller = try await fallback.authenticate(context)
        guard case .user(let identity) = caller, identity.isAdmin else { return caller }
        if try await isStillAdmin(identity) { return caller }
        return .user(
            UserIdentity(
                userID: identity.userID, sessionID: identity.sessionID, isAdmin: false,
                expiresAt: identity.expiresAt))
    }

    package func caller(of peer: PeerIdentity) -> Caller {
        fallback.caller(of: peer)
    }

    package func refusal(of caller: Caller) -> RPCError {
        fallback.refusal(of: caller)
    }

    private func isStillAdmin(_ identity: UserIdentity) async throws -> Bool {
        guard let id = UUIDv7(identity.sessionID),
            let (session, account) = try await store.sessionAndAccount(id)
        else { return false }
        return session.isLive(at: clock(), configuration) && account.role == .admin
    }
}
