/// Tasks that wait to be woken, each at a number of its own. A call that comes before its task waits is
/// kept, so that none is lost between a look and the waiting.
struct Wakeups: Sendable {
    typealias Waiter = CheckedContinuation<Void, Never>

    private enum Place {
        case idle
        case called
        case waiting(Waiter)
    }

    private var places: [Place] = []

    /// - Returns: who is to be resumed, outside any lock.
    mutating func call(_ number: UInt32) -> Waiter? {
        let index = grow(to: number)
        if case .waiting(let waiter) = places[index] {
            places[index] = .idle
            return waiter
        }
        places[index] = .called
        return nil
    }

    /// Waits for the next call.
    ///
    /// - Returns: whether the waiter is kept; if not, there was a call since the last one was answered.
    mutating func wait(_ number: UInt32, _ waiter: Waiter) -> Bool {
        let index = grow(to: number)
        if case .called = places[index] {
            places[index] = .idle
            return false
        }
        places[index] = .waiting(waiter)
        return true
    }

    private mutating func grow(to number: UInt32) -> Int {
        while places.count <= number { places.append(.idle) }
        return Int(number)
    }
}
