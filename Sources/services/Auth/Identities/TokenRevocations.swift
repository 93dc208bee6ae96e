import Logging
import OpenIDConnect
import RollcallBasics
import RollcallRPC
import Storage

/// Tells providers which of their grants are not used any more, as the identity was unlinked or its
/// account deleted. Each is in a table until the provider has answered.
struct TokenRevocations: Sendable {
    /// For how long a provider is asked.
    static let patience = Duration.days(30)

    static let backoff = Backoff(
        initial: .seconds(30), multiplier: 2, maximum: .seconds(6 * 3600), jitter: 0)

    let store: AuthStore
    let identities: Identities
    let queue: AuthQueue<GrantRevocation>
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    let logger: Logger

    @Sendable func revoke(
        _ item: GrantRevocation
    ) async throws -> AuthQueue<GrantRevocation>.Outcome {
        let provider = identities.providers.first { $0.configuration.issuer.text == item.issuer }
        do {
            // A grant of keys that were replaced cannot be opened.
            if let grant = try identities.grants.opened(item.sealedGrant, of: item.issuer) {
                guard let provider else { throw ProviderError.unreachable("not configured") }
                try await provider.revoke(grant)
            }
        } catch let error as ProviderError {
            logger.info("a provider was not told", metadata: ["error": "\(error)"])
            let end = item.createdAt + Self.patience.wholeMilliseconds
            guard clock() >= end else { return .later() }
        }
        try await store.endRevocation(of: item)
        return .done
    }
}
