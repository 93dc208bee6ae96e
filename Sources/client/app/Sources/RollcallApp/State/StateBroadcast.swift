/// Holds the state, and tells its listeners. A listener first gets the present state, and then each
/// change once, in order.
final class StateBroadcast: Sendable {
    private struct Listeners {
        var state = AuthState.restoring
        var next = 0
        var continuations: [Int: AsyncStream<AuthState>.Continuation] = [:]
    }

    private let listeners = Locked(Listeners())

    var state: AuthState { listeners.withLock { $0.state } }

    func set(_ state: AuthState) {
        listeners.withLock { listeners in
            guard listeners.state != state else { return }
            listeners.state = state
            for continuation in listeners.continuations.values { continuation.yield(state) }
        }
    }

    func states() -> AsyncStream<AuthState> {
        let (stream, continuation) = AsyncStream<AuthState>.makeStream()
        let number = listeners.withLock { listeners in
            listeners.next += 1
            listeners.continuations[listeners.next] = continuation
            continuation.yield(listeners.state)
            return listeners.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.listeners.withLock { $0.continuations[number] = nil }
        }
        return stream
    }

    deinit {
        let all = listeners.withLock { $0.continuations.values }
        for continuation in all { continuation.finish() }
    }
}
