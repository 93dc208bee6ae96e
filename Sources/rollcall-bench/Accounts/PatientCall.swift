import RollcallAPI
import RollcallRPC

/// The call, made again while it is refused because the server has too much to do, or has yet to hear
/// of what it needs, such as keys; for some twenty seconds.
func patient(_ call: @escaping Call) -> Call {
    {
        for _ in 0..<1_000 {
            do {
                return try await call()
            } catch let error as RPCError where error.isPassing {
                try await Task.sleep(for: error.patience)
            }
        }
        try await call()
    }
}

extension RPCError {
    fileprivate var isPassing: Bool { code == .resourceExhausted || code == .unavailable }

    /// What the server says, or else a time so short that one that is measured is never without work.
    fileprivate var patience: Duration {
        let told = detail(ErrorInfo.self)?.retryAfterMs ?? 0
        return .milliseconds(told > 0 ? Int64(told) : 20)
    }
}
