import Synchronization

/// What happened, in its order.
final class Order: Sendable {
    private let list = Mutex<[String]>([])

    var notes: [String] { list.withLock { $0 } }

    func note(_ note: String) {
        list.withLock { $0.append(note) }
    }
}

/// Whether something becomes true within ten seconds.
func eventually(_ condition: () async throws -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < deadline {
        if (try? await condition()) == true { return true }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return false
}
