import RollcallRPC

extension RPCClient {
    /// The same client, whose calls are made again: those that certainly reached no handler, and
    /// others as the policy has it.
    ///
    /// - Parameters:
    ///   - attempts: how often calls are tried whose options do not say.
    ///   - budget: how many attempts beyond the first all calls together may make.
    public func retrying(
        _ attempts: AttemptPolicy = .once, budget: RetryBudget = RetryBudget()
    ) -> RetryingClient<Self> {
        RetryingClient(base: self, attempts: attempts, budget: budget)
    }
}

/// Makes the calls of another client, and makes them again.
public struct RetryingClient<Base: RPCClient>: RPCClient {
    /// The client that makes each attempt.
    public let base: Base
    let attempts: AttemptPolicy
    let budget: RetryBudget

    public func unary<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> Response {
        let policy = options.attempts ?? attempts
        let response = try await repeated(options, policy.retries) {
            try await base.unary(method, request, $0)
        }
        budget.succeeded()
        return response
    }

    public func serverStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> ResponseStream<Response> {
        let deadline = CallDeadline(options.timeout)
        let policy = options.attempts ?? attempts
        let stream = RetriedStream(Attempts(policy.retries, budget: budget), deadline) {
            [base] in
            try await base.serverStreaming(method, request, deadline.shortened(options))
        }
        try await stream.open()
        return ResponseStream(CallStream(stream))
    }

    public func clientStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> ClientStreamingCall<Request, Response> {
        // Made again only as long as no connection has taken it: what was sent on it is not kept.
        try await repeated(options, nil) { try await base.clientStreaming(method, $0) }
    }

    public func bidirectional<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> BidirectionalCall<Request, Response> {
        // As above.
        try await repeated(options, nil) { try await base.bidirectional(method, $0) }
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
