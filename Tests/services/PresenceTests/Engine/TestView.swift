import RollcallCrypto
import Synchronization

@testable import Presence

/// A view in a dictionary, which looks whether it is told what the protocol says.
final class TestView: EngineView {
    struct State {
        var users: [UUIDv7: EngineUser] = [:]
        var epoch: UInt64 = 0
        var isStale = true
        /// How often all were read.
        var readings = 0
        var ended: [UInt64: LeaseEnd] = [:]
        /// Each time that somebody who had a lease has none any more.
        var goings: [UUIDv7] = []
        fileprivate var read: Set<UUIDv7> = []
    }

    private let locked = Mutex(State())

    var state: State { locked.withLock { $0 } }

    /// Users of whom there is something.
    var users: [UUIDv7: EngineUser] { state.users }

    func users(after user: UUIDv7?, limit: Int) -> [EngineUser] {
        let all = state.users.values.sorted { $0.id < $1.id }
        guard let user else { return Array(all.prefix(limit)) }
        return Array(all.filter { $0.id > user }.prefix(limit))
    }

    func user(_ id: UUIDv7) -> EngineUser? { state.users[id] }

    var longestLease: UInt32 {
        state.users.values.flatMap(\.leases).map(\.duration).max() ?? 0
    }

    func beginReading() {
        locked.withLock { $0.read = [] }
    }

    func read(_ users: [EngineUser]) {
        locked.withLock { state in
            for user in users {
                state.read.insert(user.id)
                state.set(user)
            }
        }
    }

    func endReading(epoch: UInt64, version: UInt64) {
        locked.withLock { state in
            for id in state.users.keys where !state.read.contains(id) {
                state.set(EngineUser(id: id))
            }
            state.epoch = epoch
            state.readings += 1
        }
    }

    func apply(_ changes: [EngineChange]) {
        locked.withLock { state in
            for change in changes {
                let known = state.users[change.user.id]?.version ?? 0
                for lease in change.ended { state.ended[lease.id] = lease.cause }
                // A user of whom there is nothing more has no version.
                if change.user.version == 0 || change.user.version > known {
                    state.set(change.user)
                }
            }
        }
    }

    func setStale(_ isStale: Bool) {
        locked.withLock { $0.isStale = isStale }
    }
}

extension TestView.State {
    fileprivate mutating func set(_ user: EngineUser) {
        if users[user.id]?.leases.isEmpty == false, user.leases.isEmpty { goings.append(user.id) }
        users[user.id] = user == EngineUser(id: user.id) ? nil : user
    }
}
