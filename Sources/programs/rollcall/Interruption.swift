import RollcallBasics
import UnixSignals

/// Works until it is done, until a time has passed, or until Ctrl-C or SIGTERM, and lets it end in
/// order.
func untilInterrupted(
    for time: Duration? = nil, _ work: @Sendable @escaping () async throws -> Void
) async throws {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    var parts: [@Sendable () async throws -> Void] = [
        work, { for await _ in signals { return } },
    ]
    if let time { parts.append { try await Task.sleep(for: time) } }
    try await untilFirstEnds(parts)
}
