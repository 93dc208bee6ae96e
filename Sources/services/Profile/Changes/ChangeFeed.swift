import RollcallAPI
import RollcallRPC
import Synchronization

/// Who follows the changes, and is woken when there may be more. The changes themselves are in the
/// store, so that a follower costs nothing here but a place, however slowly it reads.
package final class ChangeFeed: Sendable {
    /// How many may follow at a time, and how many of them may be of one service, so that no
    /// service keeps the others out.
    static let followerLimit = 64
    static let followerLimitOfService = 16

    /// One stream, until it leaves.
    struct Follower: Sendable {
        fileprivate let id: UInt64
        /// Has an element when there may be more, and at the beginning; ends when the service
        /// stops.
        let wakes: AsyncStream<Void>
    }

    private struct Place {
        let service: CallingService?
        let waker: AsyncStream<Void>.Continuation
    }

    private struct State {
        var places: [UInt64: Place] = [:]
        var lastID: UInt64 = 0
        var isDraining = false
    }

    private let state = Mutex(State())

    /// A new follower, which is to leave with `leave`.
    ///
    /// - Parameter service: `nil` for Profile itself, which always has a place.
    /// - Throws: `RPCError`.
    func enter(_ service: CallingService?) throws -> Follower {
        let (wakes, waker) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = try state.withLock { state in
            guard !state.isDraining else { throw RPCError.streamStopping }
            if let service {
                let services = state.places.values.compactMap(\.service)
                guard services.count(where: { $0 == service }) < Self.followerLimitOfService
                else { throw RPCError.tooManyFollow }
                guard services.count < Self.followerLimit else { throw RPCError.overloaded }
            }
            state.lastID += 1
            state.places[state.lastID] = Place(service: service, waker: waker)
            return state.lastID
        }
        waker.yield()
        return Follower(id: id, wakes: wakes)
    }

    func leave(_ follower: Follower) {
        state.withLock { $0.places.removeValue(forKey: follower.id) }?.waker.finish()
    }

    /// Wakes all followers: something was committed, or may have been at another instance.
    func publish() {
        let wakers = state.withLock { $0.places.values.map(\.waker) }
        for waker in wakers { waker.yield() }
    }

    /// Has one follower say that it is still there.
    func wake(_ follower: Follower) {
        _ = state.withLock { $0.places[follower.id]?.waker }?.yield()
    }

    /// Ends all streams, and takes no more.
    func beginDrain() {
        let wakers = state.withLock { state in
            state.isDraining = true
            return state.places.values.map(\.waker)
        }
        for waker in wakers { waker.finish() }
    }
}

extension RPCError {
    static let streamStopping = RPCError(
        .unavailable, "the service is about to stop; follow again with the last cursor")
    fileprivate static let tooManyFollow = violation(
        .resourceExhausted, .tooMany,
        "this service follows the changes too often; end one stream first")
}
