import RollcallBasics
import RollcallCrypto
import Synchronization

/// Changes that the engine must still be sent. Each is repeated until the engine answers, and does
/// no harm when it is sent twice.
final class EngineOutbox: Sendable {
    private struct State {
        var endedSessions: Set<UUIDv7> = []
        var settings: [UUIDv7: Roster.Setting] = [:]
    }

    private let engine: LeaseEngine
    private let state = Mutex(State())
    private let change = AsyncSignal()

    private static let pause = Duration.milliseconds(250)

    init(_ engine: LeaseEngine) {
        self.engine = engine
    }

    /// Whether the engine was sent everything.
    var isEmpty: Bool { state.withLock { $0.endedSessions.isEmpty && $0.settings.isEmpty } }

    /// Ends the leases of sessions.
    func end(_ sessions: [UUIDv7]) {
        state.withLock { $0.endedSessions.formUnion(sessions) }
        change.signal()
    }

    /// Sends a setting to all instances.
    func show(_ setting: Roster.Setting) {
        state.withLock { state in
            if setting.number > state.settings[setting.user]?.number ?? 0 {
                state.settings[setting.user] = setting
            }
        }
        change.signal()
    }

    /// Sends the changes until it is cancelled. Call it once.
    func run() async {
        while !Task.isCancelled {
            await change.wait()
            while !isEmpty, !Task.isCancelled {
                // The second part is tried even if the first was refused.
                let (areEnded, areShown) = (await endSessions(), await showSettings())
                if !areEnded || !areShown { try? await Task.sleep(for: Self.pause) }
            }
        }
    }

    /// - Returns: whether the engine accepted them.
    private func endSessions() async -> Bool {
        let sessions = state.withLock { $0.endedSessions }
        do { try await engine.endSessions(Array(sessions)) } catch { return false }
        state.withLock { $0.endedSessions.subtract(sessions) }
        return true
    }

    private func showSettings() async -> Bool {
        let settings = state.withLock { $0.settings }
        do { try await engine.show(settings.values.map(\.shared)) } catch { return false }
        state.withLock { state in
            for (user, sent) in settings where state.settings[user] == sent {
                state.settings[user] = nil
            }
        }
        return true
    }
}
