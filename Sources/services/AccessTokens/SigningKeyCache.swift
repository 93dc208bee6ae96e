import RollcallAPI
import RollcallRPC
import Synchronization

/// Auth's public keys, for the other services. They are fetched when they are first needed, and
/// when a token names an unknown key. All waiting callers share a fetch, and there is at most one
/// per second.
///
/// While Auth is down, the cached keys continue to verify.
package final class SigningKeyCache: Sendable {
    /// The most keys taken from one answer.
    static let keyLimit = 64
    static let leastPause: Int64 = 1000

    private struct State {
        /// `nil` until a fetch has succeeded.
        var keys: [String: VerificationKey]?
        /// When the last fetch began, in milliseconds since 1970.
        var lastFetch: Int64?
        var fetch: Task<Bool, Never>?
        /// Whether the last complete fetch failed. Then Auth may have keys that are missing here.
        var hasFailed = false
    }

    private let state = Mutex(State())
    private let changes = Atomic<UInt64>(1)
    private let clock: @Sendable () -> Int64
    private let fetchKeys: @Sendable () async throws -> [SigningKey]

    /// - Parameters:
    ///   - clock: milliseconds since 1970.
    ///   - fetch: asks Auth. It must end within a few seconds, as callers wait for it.
    package init(
        clock: @escaping @Sendable () -> Int64,
        fetch: @escaping @Sendable () async throws -> [SigningKey]
    ) {
        self.clock = clock
        self.fetchKeys = fetch
    }

    /// The cache of a service that asks Auth by RPC.
    package convenience init(
        client: AuthServiceClient, timeout: Duration = .seconds(2),
        clock: @escaping @Sendable () -> Int64
    ) {
        self.init(clock: clock) {
            let options = CallOptions(timeout: timeout)
            return try await client.getSigningKeys(GetSigningKeysRequest(), options: options).keys
        }
    }

    /// The key with an id; `nil` if Auth has no such key.
    ///
    /// - Throws: `RPCError` (`unavailable`) if the key is unknown and Auth could not be asked.
    func key(_ id: String) async throws -> VerificationKey? {
        if let key = known(id) { return key }
        _ = await fetchIfDue()?.value
        return try state.withLock { state in
            if let key = state.keys?[id] { return key }
            guard state.keys != nil, !state.hasFailed else {
                throw RPCError(
                    .unavailable,
                    "the key that the access token names is not here, and Auth cannot be asked; "
                        + "try again later"
                ).pushedBack(by: .seconds(1))
            }
            return nil
        }
    }

    /// The key with an id, if it is in the cache.
    func known(_ id: String) -> VerificationKey? {
        state.withLock { $0.keys?[id] }
    }

    /// How often the keys were loaded, from 1.
    var version: UInt64 { changes.load(ordering: .acquiring) }

    /// Fetches the keys at once, as Auth has reported a change.
    ///
    /// - Returns: whether the fetch succeeded.
    @discardableResult
    package func refresh() async -> Bool {
        // A fetch that began before the change may return the old keys.
        _ = await state.withLock { $0.fetch }?.value
        let now = clock()
        return await state.withLock { $0.fetch ?? begin(&$0, at: now) }.value
    }

    /// The running fetch, or a new one; `nil` while it is too early for one.
    private func fetchIfDue() -> Task<Bool, Never>? {
        let now = clock()
        return state.withLock { state in
            if let fetch = state.fetch { return fetch }
            // A clock that was set back must not prevent fetches for as long.
            if let last = state.lastFetch, last <= now, now < last + Self.leastPause { return nil }
            return begin(&state, at: now)
        }
    }

    private func begin(_ state: inout State, at now: Int64) -> Task<Bool, Never> {
        state.lastFetch = now
        // The fetch has a task of its own. It continues for other callers when the first one is
        // cancelled.
        let fetch = Task { await self.fetchOnce() }
        state.fetch = fetch
        return fetch
    }

    private func fetchOnce() async -> Bool {
        let keys = try? await Self.verificationKeys(from: fetchKeys())
        state.withLock { state in
            if let keys { state.keys = keys }
            state.hasFailed = keys == nil
            state.fetch = nil
        }
        guard keys != nil else { return false }
        changes.add(1, ordering: .releasing)
        return true
    }

    /// An unusable key must not affect the others.
    private static func verificationKeys(from keys: [SigningKey]) -> [String: VerificationKey] {
        let usable = keys.suffix(keyLimit).compactMap { key in
            (try? VerificationKey(key)).map { (key.keyID, $0) }
        }
        return Dictionary(usable) { $1 }
    }
}
