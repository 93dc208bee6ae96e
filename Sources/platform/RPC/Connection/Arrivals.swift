import Synchronization

/// What other threads have handed to an event loop since it last looked.
final class Arrivals<Element: Sendable>: Sendable {
    private let waiting = Mutex<[Element]>([])

    /// - Returns: whether the event loop has to be woken for it.
    func append(_ element: Element) -> Bool {
        waiting.withLock {
            $0.append(element)
            return $0.count == 1
        }
    }

    func takeAll() -> [Element] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
