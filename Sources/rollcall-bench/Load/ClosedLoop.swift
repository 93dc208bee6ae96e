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
                        return try await Self.make(call, times: share)
                    case .instant(let instant): return try await Self.make(call, until: instant)
                    }
                }
            }
            return try await group.reduce(into: Latencies(expecting: 0)) { $0.add($1) }
        }
    }

    private static func make(_ call: Call, times: Int) async throws -> Latencies {
        var latencies = Latencies(expecting: times)
        var start = NIODeadline.now()
        for _ in 0..<times {
            try await call()
            let end = NIODeadline.now()
            latencies.add(end - start)
            start = end
        }
        return latencies
    }

    private static func make(_ call: Call, until end: NIODeadline) async throws -> Latencies {
        var latencies = Latencies(expecting: 1 << 14)
        var start = NIODeadline.now()
        while start < end {
            try await call()
            let now = NIODeadline.now()
            latencies.add(now - start)
            start = now
        }
        return latencies
    }
}
