import RollcallRPC

/// How long a watch that was cut off waits before it is opened again: longer each time, up to ten seconds
/// or so, as all who watch are cut off together.
struct WatchPauses {
    private var interruptions = 0
    /// How long the service has asked to wait, in milliseconds.
    private var asked: Int?

    var isInterrupted: Bool { interruptions > 0 }

    mutating func interrupt() {
        interruptions += 1
    }

    /// - Parameter error: says how long to wait, where the service sends its clients away.
    mutating func interrupt(by error: RPCError) {
        asked = error.trailers[text: "retry-pushback-ms"].flatMap(Int.init)
        interrupt()
    }

    /// Something was heard.
    mutating func end() {
        (interruptions, asked) = (0, nil)
    }

    /// - Throws: `CancellationError`.
    func wait() async throws {
        let pause = 1000 << min(max(0, interruptions - 1), 4)
        let longest = 60_000
        let chosen = asked.map { min(max(0, $0), longest) } ?? Int.random(in: pause / 4...pause)
        try await Task.sleep(for: .milliseconds(chosen))
    }
}
