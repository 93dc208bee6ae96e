import RollcallCrypto
import SharedLeases
import Synchronization

/// The changes that the engine must still be sent. They are repeated until the engine answers. Each may
/// be sent twice without harm.
final class EngineOutbox: Sendable {
    /// The changes of an attached device while the engine was unreachable.
    private struct Saying {
        let user: UUIDv7
        /// Nil while the engine is being told and there is nothing new.
        var news: DeviceNews?
    }

    private struct State {
        var endedSessions: Set<UUIDv7> = []
        var settings: [UUIDv7: Roster.Setting] = [:]
        /// By lease.
        var sayings: [UInt64: Saying] = [:]

        var isEmpty: Bool {
            endedSessions.isEmpty && settings.isEmpty && sayings.isEmpty
        }

        /// - Parameter untold: the news that the engine did not take; nil if it took all.
        mutating func finish(_ lease: UInt64, _ untold: DeviceNews?) {
            guard var saying = sayings[lease] else { return }
            if let untold { saying.news = saying.news.map { untold.followed(by: $0) } ?? untold }
            sayings[lease] = saying.news == nil ? nil : saying
        }
    }

    private let state = Mutex(State())
    private let calls: AsyncStream<Void>
    private let caller: AsyncStream<Void>.Continuation

    private static let pause = Duration.milliseconds(250)
    /// The number of devices' changes in one round, so that ended sessions do not wait for all of them.
    private static let sayingsPerRound = 100

    init() {
        (calls, caller) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether the engine was told everything.
    var isEmpty: Bool { state.withLock { $0.isEmpty } }

    /// Ends the leases of sessions.
    func end(_ sessions: [UUIDv7]) {
        add { $0.endedSessions.formUnion(sessions) }
    }

    /// Sends a setting to all instances.
    func show(_ setting: Roster.Setting) {
        add { state in
            if setting.number > state.settings[setting.user]?.number ?? 0 {
                state.settings[setting.user] = setting
            }
        }
    }

    /// Keeps the news of a lease's device, after its earlier news.
    func keep(_ news: DeviceNews, of lease: UInt64, _ user: UUIDv7) {
        add { state in
            let before = state.sayings[lease]
            var saying = before ?? Saying(user: user)
            saying.news = before?.news.map { $0.followed(by: news) } ?? news
            state.sayings[lease] = saying
        }
    }

    /// Whether the engine must still be told earlier news of a lease's device. New news must come after it.
    func isKeeping(_ lease: UInt64) -> Bool {
        state.withLock { $0.sayings[lease] != nil }
    }

    /// Drops the news of a device whose stream has ended.
    func forget(_ lease: UInt64) {
        state.withLock { _ = $0.sayings.removeValue(forKey: lease) }
    }

    private func add(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        caller.yield()
    }

    /// Sends the changes until it is cancelled. Call it once.
    func run(_ leases: SharedLeaseAuthority) async {
        for await _ in calls {
            while !isEmpty, !Task.isCancelled {
                let isDone = await deliver(leases)
                if !isDone { try? await Task.sleep(for: Self.pause) }
            }
        }
    }

    /// - Returns: whether the engine took everything of this round.
    private func deliver(_ leases: SharedLeaseAuthority) async -> Bool {
        // Each part is tried, even if another was refused.
        var outcomes = [await endSessions(leases.engine), await tellSettings(leases.engine)]
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
            // The entry stays, so that later news of the device comes after this.
            state.sayings[lease]?.news = nil
            return (saying.user, news)
        }
    }
}
