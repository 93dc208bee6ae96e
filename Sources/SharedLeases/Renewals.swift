import Redis
import RollcallCrypto
import Synchronization

/// Renewals on their way: those that come while a call is under way share the next one. So a server that
/// is busy runs few calls of many renewals, and an idle one answers at once.
final class Renewals: Sendable {
    struct Answer: Sendable {
        /// In which it was answered: in another one than before, a lease may be unknown for lost data.
        let epoch: UInt64
        /// How long the lease lasts now, in milliseconds; 0 when it is unknown or another user's.
        let duration: UInt32
    }

    private typealias Waiter = CheckedContinuation<Result<Answer, RedisError>, Never>

    private struct State {
        var waiting: [(renewal: Renewal, waiter: Waiter)] = []
        /// Calls under way.
        var calls = 0
    }

    /// One is carried out while the other is on its way.
    private static let callsAtOnce = 2

    private let connection: RedisConnection
    private let configuration: LeaseEngineConfiguration
    private let state = Mutex(State())

    init(_ connection: RedisConnection, _ configuration: LeaseEngineConfiguration) {
        self.connection = connection
        self.configuration = configuration
    }

    /// - Throws: `RedisError`; `overloaded` when too many wait.
    func renew(_ renewal: Renewal) async throws(RedisError) -> Answer {
        try await withCheckedContinuation { waiter in enter(renewal, waiter) }.get()
    }

    private func enter(_ renewal: Renewal, _ waiter: Waiter) {
        let (isTaken, calls): (Bool, Bool) = state.withLock { state in
            guard state.waiting.count < configuration.renewalQueueLimit else {
                return (false, false)
            }
            state.waiting.append((renewal, waiter))
            guard state.calls < Self.callsAtOnce else { return (true, false) }
            state.calls += 1
            return (true, true)
        }
        if !isTaken { waiter.resume(returning: .failure(.overloaded)) }
        if calls { call() }
    }

    /// Carries out what waits. One of the calls under way is this one's.
    private func call() {
        let batch = state.withLock { state in
            let batch = Array(state.waiting.prefix(configuration.renewalsPerCall))
            state.waiting.removeFirst(batch.count)
            if batch.isEmpty { state.calls -= 1 }
            return batch
        }
        guard !batch.isEmpty else { return }
        var items: [UInt8] = []
        items.reserveCapacity(batch.count * Renewal.byteCount)
        for entry in batch { entry.renewal.write(to: &items) }
        let threshold = Int64(configuration.idleThreshold / .milliseconds(1))
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
            guard bytes.count == 8 + waiters.count * 4 else { throw RedisError.malformedReply }
            var reader = RecordReader(bytes[...])
            let epoch: UInt64 = reader.number()
            for waiter in waiters {
                waiter.resume(
                    returning: .success(Answer(epoch: epoch, duration: reader.number())))
            }
        } catch {
            let error = error as? RedisError ?? .malformedReply
            for waiter in waiters { waiter.resume(returning: .failure(error)) }
        }
    }
}
