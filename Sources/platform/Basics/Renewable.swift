import Synchronization

/// A value that many read and that is replaced now and then, such as on a signal.
package final class Renewable<Value: Sendable>: Sendable {
    private let current: Mutex<Value>

    package init(_ value: Value) {
        current = Mutex(value)
    }

    package var value: Value {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}
