import Redis
import RollcallBasics
import Synchronization

/// Has the engine end what is due, twice a second. Each instance does, so that one is enough.
package final class LeaseKeeper: Sendable {
    /// What one call has said.
    package struct Round: Sendable {
        /// Leases that it has ended.
        package var ended: Int
        /// Whether more is due.
        package var isMore: Bool
        /// Leases of all users.
        package var leases: Int
        /// Milliseconds of the server's clock.
        package var wall: Int64
        /// Milliseconds of the engine's clock, which nobody sets: it is the same for all instances.
        package var clock: Int64
        /// Where the engine stood at that time.
        package var position: EnginePosition
    }

    private let engine: LeaseEngine
    private let monotonicClock: @Sendable () -> Int64
    private let instance = RedisArgument.number(.random(in: 0 ... .max))
    /// When it has called last, if ever.
    private let lastCall = Mutex<Int64?>(nil)

    /// - Parameter monotonicClock: milliseconds of a clock that nobody sets.
    package init(_ engine: LeaseEngine, monotonicClock: @escaping @Sendable () -> Int64) {
        self.engine = engine
        self.monotonicClock = monotonicClock
    }

    /// Calls until it is cancelled.
    ///
    /// - Parameter onRound: hears of each call what it has said.
    package func run(onRound: @Sendable (Round) -> Void = { _ in }) async {
        repeat {
            while !Task.isCancelled, let round = try? await expire() {
                onRound(round)
                guard round.isMore else { break }
            }
        } while (try? await Task.sleep(for: engine.configuration.interval)) != nil
    }

    /// Calls once.
    ///
    /// - Throws: `RedisError`.
    @discardableResult
    package func expire() async throws(RedisError) -> Round {
        let now = monotonicClock()
        // Of a call that has failed, too: it may have been carried out. If it was not, less time counts.
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
        guard reply.count == 5 else { throw .malformedReply }
        return Round(
            ended: Int(try reply[0].integer), isMore: try reply[1].integer == 1,
            leases: Int(try reply[2].integer), wall: try reply[3].integer,
            clock: try reply[4].integer, position: position)
    }
}
