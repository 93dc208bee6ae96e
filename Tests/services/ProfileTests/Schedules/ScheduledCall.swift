import Blobs
import Synchronization

/// A call whose task stands still before and after each request to the object store, until the
/// schedule lets it go on. So one call runs at a time, and a seed decides in what order.
final class ScheduledCall: Sendable {
    enum Kind: Sendable, Equatable {
        case upload(user: Int, photo: Int)
        case read(user: Int)
        case collection, check
    }

    /// What a call stands before.
    enum Stand: Sendable, Equatable {
        /// Its first use of the database.
        case start
        case request(ScheduledObjects.Request)
        /// The request has had its effect.
        case answer
    }

    enum Verdict: Sendable {
        case goOn
        /// The request is given up: nobody knows whether it has had its effect.
        case giveUp
        /// The process has died.
        case die
    }

    struct Death: Error {}

    @TaskLocal static var current: ScheduledCall?

    let kind: Kind
    let instance: Int
    /// Milliseconds of the database's clock.
    let begunAt: Int64
    /// A call with more of it mostly goes first.
    let haste: Int
    private let state = Mutex(State())

    private struct State {
        var stand: Stand?
        var standing: CheckedContinuation<Verdict, Never>?
        var schedule: CheckedContinuation<Void, Never>?
        var isDead = false
        var claimed: Set<BlobID> = []
        var outcome: Result<[UInt8], any Error>?
    }

    init(_ kind: Kind, instance: Int, begunAt: Int64, haste: Int) {
        (self.kind, self.instance, self.begunAt, self.haste) = (kind, instance, begunAt, haste)
    }

    /// Nil once it has ended.
    var stand: Stand? { state.withLock { $0.stand } }

    /// How it has ended; the bytes are those of a read.
    var outcome: Result<[UInt8], any Error>? { state.withLock { $0.outcome } }

    /// The files that uploads of the same instance wait for, while it works on them.
    var claimed: Set<BlobID> { state.withLock { $0.claimed } }

    func claim(_ photos: [BlobID]) {
        state.withLock { $0.claimed = Set(photos) }
    }

    /// Begins the call, and returns when it stands still or has ended.
    func begin(_ body: @escaping @Sendable () async throws -> [UInt8]) async {
        await withCheckedContinuation { schedule in
            state.withLock { $0.schedule = schedule }
            Task { await Self.$current.withValue(self) { await run(body) } }
        }
    }

    private func run(_ body: () async throws -> [UInt8]) async {
        let outcome: Result<[UInt8], any Error>
        do {
            outcome = .success(try await body())
        } catch {
            outcome = .failure(error)
        }
        let schedule = state.withLock { state in
            (state.outcome, state.claimed, state.stand) = (outcome, [], nil)
            return state.schedule.take()
        }
        schedule?.resume()
    }

    /// Lets it go on, and returns when it stands still again or has ended.
    func goOn(_ verdict: Verdict = .goOn) async {
        await withCheckedContinuation { schedule in
            let standing = state.withLock { state in
                state.schedule = schedule
                if case .die = verdict { state.isDead = true }
                return state.standing.take()
            }
            standing?.resume(returning: verdict)
        }
    }

    /// Called by the call itself.
    ///
    /// - Throws: `BlobError.unavailable`, `Death`; once it is dead, each time.
    func stand(before stand: Stand) async throws {
        guard !state.withLock({ $0.isDead }) else { throw Death() }
        let verdict = await withCheckedContinuation { standing in
            let schedule = state.withLock { state in
                (state.stand, state.standing) = (stand, standing)
                return state.schedule.take()
            }
            schedule?.resume()
        }
        switch verdict {
        case .goOn: return
        case .giveUp: throw BlobError.unavailable("given up")
        case .die: throw Death()
        }
    }
}
