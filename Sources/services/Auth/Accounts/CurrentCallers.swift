import AccessTokens
import RollcallCrypto
import RollcallRPC

/// Compares the tokens of administrators and of services with the database as it is now.
///
/// An administrator who has lost the role, or the session, since the token was signed is an
/// ordinary user. The token of a service that was removed is refused, unless another service has
/// been given its name since; Auth itself is not in the table. Other tokens cost no read of the
/// database.
package struct CurrentCallers: Authenticator {
    let store: AuthStore
    let configuration: AuthConfiguration
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    /// Finds out about callers by their tokens.
    let fallback: any Authenticator

    package func authenticate(_ context: CallContext) async throws -> Caller {
        let caller = try await fallback.authenticate(context)
        switch caller {
        case .user(let identity) where identity.isAdmin:
            if try await isStillAdmin(identity) { return caller }
            return .user(
                UserIdentity(
                    userID: identity.userID, sessionID: identity.sessionID, isAdmin: false,
                    expiresAt: identity.expiresAt))
        case .service(let name) where name != ServiceName.auth:
            guard try await store.hasService(name: name) else { throw AccessTokenVerifier.invalid }
            return caller
        default:
            return caller
        }
    }

    package func timeLeft(of context: CallContext) -> Duration? {
        fallback.timeLeft(of: context)
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
