import RollcallAPI
import RollcallRPC
import Synchronization

/// Auth's public keys, as the other services have them: fetched when first needed and whenever a
/// token names a key that is not here, but at most once a second, and once for all who wait.
///
/// While Auth is down, the keys that are here go on to verify.
package final class SigningKeyCache: Sendable {
    /// Keys taken from one answer.
    static let keyLimit = 64
    static let leastPause: Int64 = 1000

    private struct State {
        /// `nil` until a fetch has succeeded.
        var keys: [String: VerificationKey]?
        /// When the last fetch began, in milliseconds since 1970.
        var lastFetch: Int64?
        var fetch: Task<Bool, Never>?
        /// Whether the last fetch that has ended failed: then Auth may have keys that are not here.
        var hasFailed = false
    }

    private let state = Mutex(State())
    private let changes = Atomic<UInt64>(1)
    private let clock: @Sendable () -> Int64
    private let fetchKeys: @Sendable () async throws -> [SigningKey]

    /// - Parameters:
    ///   - clock: milliseconds since 1970.
    ///   - fetch: asks Auth; it ends within a few seconds, as callers wait for it.
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

    /// The key with an id; `nil` if Auth has said that it has none.
    ///
    /// - Throws: `RPCError` (`unavailable`) when the key is not here and Auth could not be asked.
    func key(_ id: String) async throws -> VerificationKey? {
        if let key = known(id) { return key }
        _ = await fetchIfDue()?.value
        return try state.withLock { state in
            if let key = state.keys?[id] { return key }
            guard state.keys != nil, !state.hasFailed else {
                throw RPCError(
                    .unavailable,
                    "the key that the access token names is not here, and Auth cannot be asked; "
                        + "try again later")
            }
            return nil
        }
    }

    /// The key with an id, if it is here.
    func known(_ id: String) -> VerificationKey? {
        state.withLock { $0.keys?[id] }
    }

    /// How often the keys were taken up, from 1.
    var version: UInt64 { changes.load(ordering: .acquiring) }

    /// Fetches the keys at once, as Auth has said that they have changed.
    ///
    /// - Returns: whether they are here.
    @discardableResult
    package func refresh() async -> Bool {
        // One that has begun before the change may bring the keys of before.
        _ = await state.withLock { $0.fetch }?.value
        let now = clock()
        return await state.withLock { $0.fetch ?? begin(&$0, at: now) }.value
    }

    /// The fetch that runs or that begins now; `nil` while it is too early for another.
    private func fetchIfDue() -> Task<Bool, Never>? {
        let now = clock()
        return state.withLock { state in
            if let fetch = state.fetch { return fetch }
            // A clock that was set back must not stop us for as long.
            if let last = state.lastFetch, last <= now, now < last + Self.leastPause { return nil }
            return begin(&state, at: now)
        }
    }

    private func begin(_ state: inout State, at now: Int64) -> Task<Bool, Never> {
        state.lastFetch = now
        // Its own task: it goes on for the others when the first who asked goes away.
        let fetch = Task { await self.fetchOnce() }
        state.fetch = fetch
        return fetch
    }

    private func fetchOnce() async -> Bool {
        let known = state.withLock { $0.keys } ?? [:]
        let keys = try? await Self.verificationKeys(from: fetchKeys(), known: known)
        state.withLock { state in
            if let keys { state.keys = keys }
            state.hasFailed = keys == nil
            state.fetch = nil
        }
        guard keys != nil else { return false }
        changes.add(1, ordering: .releasing)
        return true
    }

    /// A key that we cannot use must not cost us the others. One that is known stays, as it takes
    /// milliseconds to make one ready.
    private static func verificationKeys(
        from keys: [SigningKey], known: [String: VerificationKey]
    ) -> [String: VerificationKey] {
        var usable: [String: VerificationKey] = [:]
        for key in keys.suffix(keyLimit) {
            if let same = known[key.keyID], same.isMade(of: key) {
                usable[key.keyID] = same
            } else {
                usable[key.keyID] = try? VerificationKey(key)
            }
        }
        return usable
    }
}
