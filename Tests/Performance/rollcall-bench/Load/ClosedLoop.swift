import NIOCore

/// Callers that each make the next call when the last was answered, so that a number of calls is
/// always in flight.
struct ClosedLoop: Sendable {
    enum End {
        /// This many calls over all callers.
        case calls(Int)
        case instant(NIODeadline)
    }

    /// One caller each.
    let calls: [Call]
    let executor: (any TaskExecutor)?

    /// - Returns: the latencies of all calls.
    /// - Throws: the error of the first call that fails.
    func run(until end: End) async throws -> Latencies {
        try await withThrowingTaskGroup(of: Latencies.self) { group in
            for (number, call) in calls.enumerated() {
                group.addTask(executorPreference: executor) {
                    switch end {
                    case .calls(let total):
                        let share = (total + calls.count - 1 - number) / calls.count
                        return try await Self.make(call) { count, _ in count < share }
                    case .instant(let end):
                        return try await Self.make(call) { _, now in now < end }
                    }
                }
            }
            return try await group.reduce(into: Latencies(expecting: 0)) { $0.add($1) }
        }
    }

    /// - Parameter goesOn: whether another call is made, by how many were made and the time.
    private static func make(
        _ call: Call, while goesOn: (Int, NIODeadline) -> Bool
    ) async throws -> Latencies {
        var latencies = Latencies(expecting: 1 << 14)
        var start = NIODeadline.now()
        while goesOn(latencies.count, start) {
            try await call()
            let now = NIODeadline.now()
            latencies.add(now - start)
            start = now
        }
        return latencies
    }
}
