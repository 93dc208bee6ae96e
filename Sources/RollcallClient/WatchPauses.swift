/// How long a watch that was cut off waits before it is opened again: longer each time, up to ten seconds
/// or so, as all who watch are cut off together.
struct WatchPauses {
    private var interruptions = 0

    var isInterrupted: Bool { interruptions > 0 }

    mutating func interrupt() {
        interruptions += 1
    }

    /// Something was heard.
    mutating func end() {
        interruptions = 0
    }

    /// - Throws: `CancellationError`.
    func wait() async throws {
        let pause = 1000 << min(max(0, interruptions - 1), 4)
        try await Task.sleep(for: .milliseconds(Int.random(in: pause / 4...pause)))
    }
}
