import RollcallCrypto
import SharedLeases
import Synchronization

/// What the engine has yet to be told: it is repeated until the engine answers. Nothing in it does harm when it
/// is told twice.
final class EngineOutbox: Sendable {
    private struct State {
        var endedSessions: Set<UUIDv7> = []
        var settings: [UUIDv7: Roster.Setting] = [:]
        /// What attached devices have said while the engine was away.
        var news: [AttachTable.ID: DeviceNews] = [:]

        var isEmpty: Bool { endedSessions.isEmpty && settings.isEmpty && news.isEmpty }
    }

    private let state = Mutex(State())
    private let calls: AsyncStream<Void>
    private let caller: AsyncStream<Void>.Continuation

    private static let pause = Duration.milliseconds(250)

    init() {
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

    /// Keeps what the device of a stream has said.
    func keep(_ news: DeviceNews, of stream: AttachTable.ID) {
        add { $0.news[stream] = news }
    }

    func takeNews(of stream: AttachTable.ID) -> DeviceNews? {
        state.withLock { $0.news.removeValue(forKey: stream) }
    }

    private func add(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        caller.yield()
    }

    /// Tells the engine until it is cancelled. Call it once.
    func run(_ leases: SharedLeaseAuthority) async {
        for await _ in calls {
            while !isEmpty, !Task.isCancelled {
                do {
                    try await deliver(leases)
                } catch {
                    try? await Task.sleep(for: Self.pause)
                }
            }
        }
    }

    private func deliver(_ leases: SharedLeaseAuthority) async throws {
        let waiting = state.withLock { $0 }
        try await leases.engine.endSessions(Array(waiting.endedSessions))
        state.withLock { $0.endedSessions.subtract(waiting.endedSessions) }
        try await leases.engine.show(waiting.settings.values.map(\.shared))
        state.withLock { state in
            for (user, told) in waiting.settings where state.settings[user] == told {
                state.settings[user] = nil
            }
        }
        for stream in waiting.news.keys {
            // Says what is kept. If the stream is closed by now, nobody wants to know.
            do { try await leases.hear(DeviceNews(), on: stream) } catch {
                _ = takeNews(of: stream)
            }
        }
        if state.withLock({ !$0.news.isEmpty }) { throw StillAway() }
    }

    private struct StillAway: Error {}
}
