import Synchronization

/// What happened, in its order.
final class Order: Sendable {
    private let list = Mutex<[String]>([])

    var notes: [String] { list.withLock { $0 } }

    func note(_ note: String) {
        list.withLock { $0.append(note) }
    }
}
