/// Holds a value, and tells its listeners. A listener first gets the present value, and then each
/// change once, in order.
package final class Broadcast<Value: Sendable & Equatable>: Sendable {
    package typealias Values = AsyncStream<Value>

    private struct Listeners {
        var value: Value
        var next = 0
        var continuations: [Int: Values.Continuation] = [:]
    }

    private let listeners: Locked<Listeners>
    /// Held while listeners are told, so that all get the changes in order. It is not the lock of
    /// the listeners: a task that is cancelled waits for that one while it holds a lock of its own,
    /// which telling it needs.
    private let telling = Locked(())

    package init(_ value: Value) { listeners = Locked(Listeners(value: value)) }

    package var value: Value { listeners.withLock { $0.value } }

    var listenerCount: Int { listeners.withLock { $0.continuations.count } }

    package func set(_ value: Value) {
        telling.withLock { _ in
            let told = listeners.withLock { listeners in
                guard listeners.value != value else { return [Values.Continuation]() }
                listeners.value = value
                return Array(listeners.continuations.values)
            }
            for continuation in told { continuation.yield(value) }
        }
    }

    /// - Parameter policy: which changes a listener gets who is slower than they come.
    package func values(_ policy: Values.Continuation.BufferingPolicy = .unbounded) -> Values {
        let (stream, continuation) = Values.makeStream(bufferingPolicy: policy)
        let number = telling.withLock { _ in
            listeners.withLock { listeners in
                listeners.next += 1
                listeners.continuations[listeners.next] = continuation
                continuation.yield(listeners.value)
                return listeners.next
            }
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.listeners.withLock { $0.continuations.removeValue(forKey: number) }
        }
        return stream
    }

    deinit {
        let all = listeners.withLock { $0.continuations.values }
        for continuation in all { continuation.finish() }
    }
}
