import RollcallBasics
import RollcallCrypto
import Synchronization

/// The engine's users as the hub shows them.
final class SharedView: EngineView {
    private let hub: PresenceHub
    private let state = Mutex(State())

    private struct State {
        /// All users in the order of their ids, while they are sent to the engine.
        var order: [UUIDv7] = []
        var lacksChanges = false
        var lacksEnds = false
        /// When nothing was missing last, in milliseconds since 1970-01-01 UTC. Before the first
        /// time: when something was missing first.
        var knewAllAt: Int64?
    }

    init(_ hub: PresenceHub) {
        self.hub = hub
    }

    func users(after user: UUIDv7?, limit: Int) -> [EngineUser] {
        let page = state.withLock { state in
            if user == nil || state.order.isEmpty {
                state.order = hub.withRoster { roster, _ in roster.sharedUsers() }.sorted()
            }
            let first =
                user.map { user in
                    state.order.firstIndex(behindAll: { $0 <= user })
                } ?? 0
            let page = Array(state.order[first...].prefix(limit))
            if page.isEmpty { state.order = [] }
            return page
        }
        return hub.withRoster { roster, _ in page.map { roster.sharedUser($0) } }
    }

    func user(_ id: UUIDv7) -> EngineUser? {
        hub.withRoster { roster, _ in
            roster.users.index(of: id).map { _ in roster.sharedUser(id) }
        }
    }

    var longestLease: UInt32 {
        hub.withRoster { roster, _ in roster.leases.all.map(\.duration).max() ?? 0 }
    }

    func beginReading() {
        hub.withRoster { roster, _ in roster.replica?.beginReading() }
    }

    func read(_ users: [EngineUser]) {
        hub.withRoster { $0.read(users, at: $1) }
    }

    func endReading(epoch: UInt64, version: UInt64) {
        hub.withRoster { $0.endReading(epoch: epoch, version: version, at: $1) }
    }

    func apply(_ changes: [EngineChange]) {
        hub.withRoster { $0.apply(changes, at: $1) }
    }

    func setStale(_ isStale: Bool) {
        change { $0.lacksChanges = isStale }
    }

    /// Sets whether due leases may go on, as the engine does not end them.
    func setOverdue(_ isOverdue: Bool) {
        change { $0.lacksEnds = isOverdue }
    }

    private func change(_ body: (inout State) -> Void) {
        let wall = hub.now.wall
        state.withLock { state in
            body(&state)
            let isStale = state.lacksChanges || state.lacksEnds
            if !isStale || state.knewAllAt == nil { state.knewAllAt = wall }
            let since = isStale ? state.knewAllAt : nil
            hub.withRoster { roster, _ in roster.watches.setStale(.engine, since: since) }
        }
    }
}
