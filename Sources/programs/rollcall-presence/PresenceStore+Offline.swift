import ArgumentParser
import Daemon
import Glibc
import Presence
import Redis

extension PresenceStore: MovableTables {
    package static var program: String { "rollcall-presence" }
}

/// Moves last-seen times and status texts to the engine, with the tables.
package struct EngineMove: MovedCompanion {
    @OptionGroup private var options: EngineOptions

    package init() {}

    package func move(with path: String, progress: ProgressLine) async throws {
        guard let engine = try await options.open(hasSharedStore: true) else { return }
        defer { engine.close() }
        let store = try PresenceStore(.file(path)) { _ in }
        defer { try? store.close() }
        do {
            print(
                "The engine has the last-seen times of \(try await store.restore(to: engine)) users."
            )
        } catch let error as RedisError {
            throw Failure(error.sentence(of: engine.location), EX_TEMPFAIL)
        }
    }
}
