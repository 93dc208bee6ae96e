import Redis
import RollcallBasics
import Synchronization

/// Renewals on their way: those that come while a call is under way share the next one. So a server
/// that is busy runs few calls of many renewals, and an idle one answers at once.
final class Renewals: Sendable {
    private typealias Waiter = CheckedContinuation<Result<RenewalAnswer, RedisError>, Never>

    private typealias Entry = (renewal: Renewal, waiter: Waiter)

    private struct State {
        var waiting: [Entry] = []
        /// Calls under way.
        var calls = 0

        /// - Parameter worthwhile: how many must wait for a second call.
        func wantsCall(_ worthwhile: Int) -> Bool {
            calls == 0 ? !waiting.isEmpty : calls == 1 && waiting.count >= worthwhile
        }
    }

    /// Renewals for which a second call is begun: one is carried out while the other is on its way.
    /// Fewer wait for the first, as a call alone costs the server as much as ten renewals.
    private static let worthwhile = 32

    private let connection: RedisConnection
    private let configuration: LeaseEngineConfiguration
    private let state = Mutex(State())

    init(_ connection: RedisConnection, _ configuration: LeaseEngineConfiguration) {
        self.connection = connection
        self.configuration = configuration
    }

    /// - Throws: `RedisError`; `overloaded` when too many wait.
    func renew(_ renewal: Renewal) async throws(RedisError) -> RenewalAnswer {
        try await withCheckedContinuation { waiter in enter(renewal, waiter) }.get()
    }

    private func enter(_ renewal: Renewal, _ waiter: Waiter) {
        let (isTaken, calls): (Bool, Bool) = state.withLock { state in
            guard state.waiting.count < configuration.renewalQueueLimit else {
                return (false, false)
            }
            state.waiting.append((renewal, waiter))
            guard state.wantsCall(Self.worthwhile) else { return (true, false) }
            state.calls += 1
            return (true, true)
        }
        if !isTaken { waiter.resume(returning: .failure(.overloaded)) }
        if calls { call() }
    }

    /// Carries out what waits. One of the calls under way is this one's.
    private func call() {
        let batch: [Entry] = state.withLock { state in
            state.calls -= 1
            guard state.wantsCall(Self.worthwhile) else { return [] }
            state.calls += 1
            let batch = Array(state.waiting.prefix(configuration.renewalsPerCall))
            state.waiting.removeFirst(batch.count)
            return batch
        }
        guard !batch.isEmpty else { return }
        let items = Renewal.encoded(batch.map(\.renewal))
        let threshold = configuration.idleThreshold.wholeMilliseconds
        let command = LeaseEngine.call(
            LeaseScripts.renew, [.integer(threshold), .bytes(items)], configuration)
        connection.submit(command, .first) { [self] result in
            // Before the answers, so that the server is not idle meanwhile.
            call()
            Self.answer(batch.map(\.waiter), result)
        }
    }

    private static func answer(_ waiters: [Waiter], _ result: Result<RedisReply, RedisError>) {
        do {
            let reply = try result.get()
            if case .failure(let error) = reply { throw error }
            let bytes = try reply.bytes
            guard bytes.count == 16 + waiters.count * 4 else { throw RedisError.malformedReply }
            var reader = RecordReader(bytes[...])
            let position = EnginePosition(epoch: reader.number(), version: reader.number())
            for waiter in waiters {
                waiter.resume(
                    returning: .success(
                        RenewalAnswer(position: position, duration: reader.number())))
            }
        } catch {
            let error = error as? RedisError ?? .malformedReply
            for waiter in waiters { waiter.resume(returning: .failure(error)) }
        }
    }
}
