import Redis
import Synchronization

/// Lets the engine end due leases, twice a second. Each instance does so, though one would be
/// enough.
package final class LeaseKeeper: Sendable {
    /// The answer to one call.
    package struct Round: Sendable {
        /// Whether more leases are due.
        var isMore: Bool
        /// The number of leases of all users.
        var leases: Int
        /// The engine's clock in milliseconds. It is never set, and is the same for all instances.
        var clock: Int64
        /// The engine's position at that time.
        var position: EnginePosition
    }

    private let engine: LeaseEngine
    private let monotonicClock: @Sendable () -> Int64
    private let instance = RedisArgument.number(.random(in: 0 ... .max))
    /// When it has called last, if ever.
    private let lastCall = Mutex<Int64?>(nil)

    /// - Parameter monotonicClock: a clock in milliseconds that is never set.
    package init(_ engine: LeaseEngine, monotonicClock: @escaping @Sendable () -> Int64) {
        self.engine = engine
        self.monotonicClock = monotonicClock
    }

    /// Calls the engine until it is cancelled.
    ///
    /// - Parameter onRound: hears the result of each call.
    package func run(
        onRound: @Sendable (Result<Round, RedisError>) async -> Void = { _ in }
    ) async {
        repeat {
            var isMore = true
            while isMore, !Task.isCancelled {
                do throws(RedisError) {
                    let round = try await expire()
                    await onRound(.success(round))
                    isMore = round.isMore
                } catch {
                    await onRound(.failure(error))
                    isMore = false
                }
            }
        } while (try? await Task.sleep(for: engine.configuration.interval)) != nil
    }

    /// Calls the engine once.
    ///
    /// - Throws: `RedisError`.
    @discardableResult
    func expire() async throws(RedisError) -> Round {
        let now = monotonicClock()
        // A failed call counts, too, as the engine may have carried it out. If it has not, less
        // time counts.
        let last = lastCall.withLock { last in
            defer { last = now }
            return last
        }
        let elapsed = last.map { RedisArgument.integer(now - $0) }
        let (position, reply) = try await engine.runNotingPosition(
            LeaseScripts.expire,
            [
                instance, elapsed ?? .text(""),
                .integer(Int64(engine.configuration.duePerCall)), .text(engine.serverRun),
            ], .first)
        guard reply.count == 3 else { throw .malformedReply }
        return Round(
            isMore: try reply[0].integer == 1, leases: Int(try reply[1].integer),
            clock: try reply[2].integer, position: position)
    }
}
