import AccessTokens
import RollcallRPC

/// Holds service tokens against the services as they are now: that of a service which was removed is
/// refused from then on, and not five minutes later, unless another has been given its name since.
/// Auth's own is not in the table.
struct CurrentServices: Authenticator {
    private let store: AuthStore
    private let fallback: any Authenticator

    /// - Parameter fallback: finds out about callers by their tokens.
    init(store: AuthStore, otherwise fallback: any Authenticator) {
        self.store = store
        self.fallback = fallback
    }

    func authenticate(_ context: CallContext) async throws -> Caller {
        let caller = try await fallback.authenticate(context)
        guard case .service(let name) = caller, name != ServiceName.auth else { return caller }
        guard try await store.hasService(name: name) else { throw AccessTokenVerifier.invalid }
        return caller
    }

    func caller(of peer: PeerIdentity) -> Caller {
        fallback.caller(of: peer)
    }

    func refusal(of caller: Caller) -> RPCError {
        fallback.refusal(of: caller)
    }
}
