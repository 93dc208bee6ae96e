import RollcallRPC

/// The call, made again while it is refused because the server has too much to do, or has yet to
/// hear of what it needs, such as keys; for some twenty seconds.
func patient(_ call: @escaping Call) -> Call {
    {
        for _ in 0..<1_000 {
            do {
                return try await call()
            } catch let error as RPCError where error.isPassing {
                // Short, so that a server that is measured is never without work.
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        try await call()
    }
}

extension RPCError {
    fileprivate var isPassing: Bool { code == .resourceExhausted || code == .unavailable }
}
