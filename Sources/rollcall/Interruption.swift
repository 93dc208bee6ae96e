import UnixSignals

/// Works until it is done, until a time has passed, or until Ctrl-C or SIGTERM, and lets it end in
/// order.
func untilInterrupted(
    for time: Duration? = nil, _ work: @Sendable @escaping () async throws -> Void
) async throws {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    try await withThrowingTaskGroup { group in
        group.addTask { try await work() }
        group.addTask {
            for await _ in signals { return }
        }
        if let time {
            group.addTask { try await Task.sleep(for: time) }
        }
        try await group.next()
        group.cancelAll()
    }
}
