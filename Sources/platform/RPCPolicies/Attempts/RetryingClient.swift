import RollcallRPC

extension RPCClient {
    /// The same client, whose calls are made again: those that certainly reached no handler, and
    /// others by the policy, if their RPC is repeatable.
    ///
    /// - Parameters:
    ///   - policy: which failures of unary and server-streaming calls of repeatable RPCs are
    ///     followed by another attempt; nil for none of those that may have reached a handler.
    ///   - budget: how many attempts beyond the first all calls together may make.
    public func retrying(
        _ policy: RetryPolicy? = nil, budget: RetryBudget = RetryBudget()
    ) -> RetryingClient<Self> {
        RetryingClient(base: self, policy: policy, budget: budget)
    }
}

/// Makes the calls of another client, and makes them again.
public struct RetryingClient<Base: RPCClient>: RPCClient {
    /// The client that makes each attempt.
    public let base: Base
    let policy: RetryPolicy?
    let budget: RetryBudget

    public func unary<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> Response {
        let response = try await repeated(options, policy(of: method)) {
            try await base.unary(method, request, $0)
        }
        budget.succeeded()
        return response
    }

    public func open<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request?, _ options: CallOptions
    ) async throws -> ResponseStream<Response> {
        guard let request else {
            // Made again only until a connection has accepted it: what is sent on it is not kept.
            return try await repeated(options, nil) { try await base.open(method, nil, $0) }
        }
        let deadline = CallDeadline(options.timeout)
        let attempts = Attempts(policy(of: method), budget: budget)
        let stream = RetriedStream(attempts, deadline) { [base] in
            try await base.open(method, request, deadline.shortened(options))
        }
        try await stream.open()
        return ResponseStream(stream)
    }

    private func policy<Request, Response>(of method: Method<Request, Response>) -> RetryPolicy? {
        method.isRepeatable ? policy : nil
    }

    /// Makes attempts in the time that a call has, until one ends well.
    ///
    /// - Parameter policy: which failures are followed by another attempt; nil for those that
    ///   certainly reached no handler.
    private func repeated<Outcome>(
        _ options: CallOptions, _ policy: RetryPolicy?,
        _ attempt: (CallOptions) async throws -> Outcome
    ) async throws -> Outcome {
        let deadline = CallDeadline(options.timeout)
        var attempts = Attempts(policy, budget: budget)
        var options = options
        while true {
            do {
                return try await attempt(options)
            } catch let error as RPCError {
                try await attempts.wait(for: deadline, after: error)
                options = deadline.shortened(options)
            }
        }
    }
}

extension RetryingClient where Base == NetworkClient {
    /// Ends the connections and their calls, and takes no more.
    public func close() {
        base.close()
    }
}
