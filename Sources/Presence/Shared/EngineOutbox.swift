import RollcallCrypto
import SharedLeases
import Synchronization

/// What the engine has yet to be told: it is repeated until the engine answers. Nothing in it does harm when it
/// is told twice.
final class EngineOutbox: Sendable {
    /// What an attached device has said while the engine was away.
    private struct Saying {
        let user: UUIDv7
        /// Nil while the engine is being told, and nothing was said since.
        var news: DeviceNews?
    }

    private struct State {
        var endedSessions: Set<UUIDv7> = []
        var settings: [UUIDv7: Roster.Setting] = [:]
        /// Of whom the store says whether they are frozen.
        var freezings: Set<UUIDv7> = []
        /// By lease.
        var sayings: [UInt64: Saying] = [:]

        var isEmpty: Bool {
            endedSessions.isEmpty && settings.isEmpty && freezings.isEmpty && sayings.isEmpty
        }

        /// - Parameter untold: what the engine could not be told; nil when it was.
        mutating func finish(_ lease: UInt64, _ untold: DeviceNews?) {
            guard var saying = sayings[lease] else { return }
            if let untold { saying.news = saying.news.map { untold.followed(by: $0) } ?? untold }
            sayings[lease] = saying.news == nil ? nil : saying
        }
    }

    private let store: PresenceStore
    private let state = Mutex(State())
    private let calls: AsyncStream<Void>
    private let caller: AsyncStream<Void>.Continuation

    private static let pause = Duration.milliseconds(250)
    /// What devices have said is told so many at a time, so that ended sessions do not wait behind it.
    private static let sayingsPerRound = 100

    init(_ store: PresenceStore) {
        self.store = store
        (calls, caller) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether the engine was told everything.
    var isEmpty: Bool { state.withLock { $0.isEmpty } }

    /// Has the leases of sessions ended.
    func end(_ sessions: [UUIDv7]) {
        add { $0.endedSessions.formUnion(sessions) }
    }

    /// Has a setting told to all instances.
    func show(_ setting: Roster.Setting) {
        add { state in
            if setting.number > state.settings[setting.user]?.number ?? 0 {
                state.settings[setting.user] = setting
            }
        }
    }

    /// Has all instances told whether a user is frozen.
    func freeze(_ user: UUIDv7) {
        add { $0.freezings.insert(user) }
    }

    /// Keeps what the device of a lease has said, behind what it said before.
    func keep(_ news: DeviceNews, of lease: UInt64, _ user: UUIDv7) {
        add { state in
            let before = state.sayings[lease]
            var saying = before ?? Saying(user: user)
            saying.news = before?.news.map { $0.followed(by: news) } ?? news
            state.sayings[lease] = saying
        }
    }

    /// Whether the device of a lease has said something of which the engine was not told: what it says now comes
    /// behind that.
    func isKeeping(_ lease: UInt64) -> Bool {
        state.withLock { $0.sayings[lease] != nil }
    }

    /// The stream of the device has ended.
    func forget(_ lease: UInt64) {
        state.withLock { _ = $0.sayings.removeValue(forKey: lease) }
    }

    private func add(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        caller.yield()
    }

    /// Tells the engine until it is cancelled. Call it once.
    func run(_ leases: SharedLeaseAuthority) async {
        for await _ in calls {
            while !isEmpty, !Task.isCancelled {
                let isDone = await deliver(leases)
                if !isDone { try? await Task.sleep(for: Self.pause) }
            }
        }
    }

    /// - Returns: whether the engine was told all of this round.
    private func deliver(_ leases: SharedLeaseAuthority) async -> Bool {
        // Each part is tried, though another was refused.
        var outcomes = [await endSessions(leases.engine), await tellSettings(leases.engine)]
        outcomes.append(await tellFreezings(leases.engine))
        outcomes.append(await tellSayings(leases))
        return outcomes.allSatisfy { $0 }
    }

    private func endSessions(_ engine: LeaseEngine) async -> Bool {
        let sessions = state.withLock { $0.endedSessions }
        do { try await engine.endSessions(Array(sessions)) } catch { return false }
        state.withLock { $0.endedSessions.subtract(sessions) }
        return true
    }

    private func tellSettings(_ engine: LeaseEngine) async -> Bool {
        let settings = state.withLock { $0.settings }
        do { try await engine.show(settings.values.map(\.shared)) } catch { return false }
        state.withLock { state in
            for (user, told) in settings where state.settings[user] == told {
                state.settings[user] = nil
            }
        }
        return true
    }

    private func tellFreezings(_ engine: LeaseEngine) async -> Bool {
        while let user = state.withLock({ $0.freezings.popFirst() }) {
            do {
                try await engine.setFrozen(user, try await store.isFrozen(user))
            } catch {
                state.withLock { _ = $0.freezings.insert(user) }
                return false
            }
        }
        return true
    }

    private func tellSayings(_ leases: SharedLeaseAuthority) async -> Bool {
        let some = state.withLock { Array($0.sayings.keys.prefix(Self.sayingsPerRound)) }
        for lease in some {
            guard let (user, news) = take(lease) else { continue }
            let isTold = await leases.tell(news, of: lease, user)
            state.withLock { $0.finish(lease, isTold ? nil : news) }
            if !isTold { return false }
        }
        return true
    }

    private func take(_ lease: UInt64) -> (UUIDv7, DeviceNews)? {
        state.withLock { state in
            guard let saying = state.sayings[lease], let news = saying.news else { return nil }
            // The place is kept, so that what the device says meanwhile comes behind this.
            state.sayings[lease]?.news = nil
            return (saying.user, news)
        }
    }
}
