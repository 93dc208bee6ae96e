import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// What may be tried of secrets that were mailed: of the same budget as wrong passwords, an address's or
/// that of a session.
struct CodeTries: Sendable {
    let limiter: Limiter
    let store: AuthStore

    private static let failures: Set<Reason> = [.codeWrong, .codeExpired, .linkInvalid]

    /// Runs what finds out whether a secret is right. What a wrong one has taken is on the disk before
    /// it is answered.
    ///
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS); what `body` throws.
    func count<T>(_ call: CallContext, _ body: () async throws -> T) async throws -> T {
        try await count(limiter.unit(.address, of: .address(ClientNetwork(call.peer))), body)
    }

    /// As above, for who is signed in: strangers at the same address use up nothing of it.
    func count<T>(in session: UUIDv7, _ body: () async throws -> T) async throws -> T {
        try await count(limiter.unit(.session, of: .session(session)), body)
    }

    private func count<T>(_ unit: Limiter.Unit, _ body: () async throws -> T) async throws -> T {
        let charge = try limiter.charge([unit])
        do {
            let value = try await body()
            limiter.giveBack([unit])
            return value
        } catch let error as RPCError where !Self.failures.isDisjoint(with: error.reasons) {
            try await store.keep(charge)
            throw error
        } catch {
            limiter.giveBack([unit])
            throw error
        }
    }
}
