import Logging
import OpenIDConnect
import RollcallBasics
import RollcallRPC

/// Tells providers which of their grants are not used any more, as the identity was unlinked or its
/// account deleted. Each is in a table until the provider has answered.
struct TokenRevocations: Sendable {
    /// Rows that are read at once.
    static let batchLimit = 100
    /// For how long a provider is asked.
    static let patience = Duration.days(30)

    let store: AuthStore
    let identities: Identities
    /// Between two looks for new ones.
    let poll: Duration
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    let logger: Logger

    /// Works until it is cancelled.
    func run() async {
        await repeating(every: poll) {
            try await revoke()
        } failed: { error in
            logger.error("grants cannot be revoked", metadata: ["error": "\(error)"])
        }
    }

    /// Those that are due.
    func revoke() async throws {
        for item in try await store.revocationsOfGrants(dueAt: clock(), limit: Self.batchLimit) {
            let provider = identities.providers.first {
                $0.configuration.issuer.text == item.issuer
            }
            let grant = try identities.grants.opened(item.sealedGrant, of: item.issuer)
            do {
                // A grant of keys that were replaced cannot be opened.
                if let grant {
                    guard let provider else { throw ProviderError.unreachable("not configured") }
                    try await provider.revoke(grant)
                }
                try await store.endRevocation(of: item)
            } catch let error as ProviderError {
                logger.info("a provider was not told", metadata: ["error": "\(error)"])
                try await store.postponeRevocation(
                    of: item, now: clock(), giveUpAfter: Self.patience)
            }
        }
    }
}
