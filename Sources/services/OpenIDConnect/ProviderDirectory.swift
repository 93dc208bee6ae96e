import AccessTokens
import Synchronization

/// A provider's documents, fetched when they are needed, and kept. All who wait share a fetch.
///
/// While the provider is away, what is known goes on to be used.
package final class ProviderDirectory: Sendable {
    fileprivate struct State {
        var schedule = ProviderSchedule()
        var documents: ProviderDocuments?
        var fetch: Task<Void, Never>?
        /// Why the last fetch has failed.
        var failure: ProviderError?
    }

    private let issuer: ProviderURL
    private let client: ProviderClient
    /// Milliseconds since 1970.
    private let clock: @Sendable () -> Int64
    private let onFailure: @Sendable (ProviderError) -> Void
    private let state = Mutex(State())

    init(
        of issuer: ProviderURL, client: ProviderClient, clock: @escaping @Sendable () -> Int64,
        onFailure: @escaping @Sendable (ProviderError) -> Void
    ) {
        (self.issuer, self.client) = (issuer, client)
        (self.clock, self.onFailure) = (clock, onFailure)
    }

    /// - Throws: `ProviderError`, if nothing is known.
    package func endpoints() async throws(ProviderError) -> ProviderEndpoints {
        try await documents { _ in true }.endpoints
    }

    /// The keys that may have signed a token; empty if the provider has none.
    ///
    /// - Throws: `ProviderError`, if the key is not known and the provider could not be asked.
    func keys(for token: CompactToken) async throws(ProviderError) -> [VerificationKey] {
        try await documents { !$0.keys.candidates(for: token).isEmpty }.keys.candidates(for: token)
    }

    /// - Parameter isEnough: whether the documents answer the question. If not, the provider is
    ///   asked, unless it was just now.
    private func documents(
        _ isEnough: (ProviderDocuments) -> Bool
    ) async throws(ProviderError) -> ProviderDocuments {
        let (known, fetch) = look(isEnough)
        if let known { return known }
        await fetch?.value
        return try state.withLock { state throws(ProviderError) in
            if let usable = state.usable(at: clock()), isEnough(usable) || state.failure == nil {
                return usable
            }
            throw state.failure ?? .unreachable("\(issuer) was just asked")
        }
    }

    /// Begins a fetch if one is due.
    ///
    /// - Returns: what is known if it is enough, or the fetch to wait for.
    private func look(
        _ isEnough: (ProviderDocuments) -> Bool
    ) -> (ProviderDocuments?, Task<Void, Never>?) {
        let now = clock()
        return state.withLock { state in
            let known = state.usable(at: now).flatMap { isEnough($0) ? $0 : nil }
            if state.fetch == nil, state.schedule.mustFetch(isKnown: known != nil, at: now) {
                state.schedule.began(at: now)
                // A task of its own: it goes on for others when the first caller is cancelled.
                state.fetch = Task { await self.fetchOnce() }
            }
            return (known, state.fetch)
        }
    }

    private func fetchOnce() async {
        do throws(ProviderError) {
            let (documents, maxAge) = try await fetch()
            state.withLock { state in
                (state.documents, state.failure, state.fetch) = (documents, nil, nil)
                state.schedule.ended(at: clock(), maxAge: maxAge)
            }
        } catch {
            onFailure(error)
            state.withLock { ($0.failure, $0.fetch) = (error, nil) }
        }
    }

    private func fetch() async throws(ProviderError) -> (ProviderDocuments, maxAge: Int64?) {
        let deadline = ContinuousClock.now + ProviderClient.timeout
        let path = ".well-known/openid-configuration"
        let base = issuer.text.hasSuffix("/") ? issuer.text : issuer.text + "/"
        guard let url = ProviderURL(base + path, mayBeLoopback: issuer.isLoopback) else {
            throw .malformed("\(issuer) is no issuer")
        }
        let endpoints = try ProviderEndpoints(await get(url, deadline).bytes, of: issuer)
        let answer = try await get(endpoints.keys, deadline)
        return (
            ProviderDocuments(endpoints: endpoints, keys: try ProviderKeys(answer.bytes)),
            answer.maxAge
        )
    }

    private func get(
        _ url: ProviderURL, _ deadline: ContinuousClock.Instant
    ) async throws(ProviderError) -> ProviderAnswer {
        let answer = try await client.send(ProviderRequest(url: url), until: deadline)
        guard answer.status == 200 else {
            throw .malformed("\(url) answered with status \(answer.status)")
        }
        return answer
    }
}

extension ProviderDirectory.State {
    fileprivate func usable(at now: Int64) -> ProviderDocuments? {
        schedule.isUsable(at: now) ? documents : nil
    }
}
