import RollcallRPC

/// What happens while a call is made several times at once.
private enum HedgeEvent<Response: Sendable>: Sendable {
    case answered(Response, CallRecord?)
    case failed(RPCError)
    case delayPassed(Int)
}

extension RetryingClient {
    /// Makes a call, and again beside it each time that a delay passes without an answer. Round-robin
    /// sends the attempts to different servers.
    func hedged<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions,
        _ policy: HedgingPolicy
    ) async throws -> Response {
        let deadline = CallDeadline(options.timeout)
        return try await withThrowingTaskGroup(of: HedgeEvent<Response>.self) { group in
            // Those that are still under way when one has answered are of no use.
            defer { group.cancelAll() }
            var hedges = Hedges(policy, tokens: tokens)
            var failure = RPCError(.internal, "a hedged call has no attempts")
            func wait(_ delay: Duration) {
                group.addTask { [number = hedges.delay] in
                    try? await Task.sleep(for: delay)
                    return .delayPassed(number)
                }
            }
            func attempt() {
                group.addTask { await self.attempt(method, request, deadline.shortened(options)) }
                wait(policy.delay)
            }
            attempt()
            while let event = try await group.next() {
                let next: Hedges.Next
                switch event {
                case .answered(let response, let record):
                    if let record { options.record?.note(record) }
                    return response
                case .delayPassed(let number):
                    next = hedges.delayPassed(number)
                case .failed(let error):
                    failure = error
                    next = hedges.failed(error)
                }
                switch next {
                case .attempt: attempt()
                case .pause(let pause) where hedges.isRunning || deadline.outlasts(pause):
                    wait(pause)
                case .wait: break
                case .fail, .pause: throw failure
                }
            }
            throw failure
        }
    }

    private func attempt<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async -> HedgeEvent<Response> {
        var options = options
        // What a slower attempt is told must not stand beside the answer that counts.
        options.record = options.record.map { _ in CallRecord() }
        do {
            return .answered(try await answer(method, request, options, nil), options.record)
        } catch {
            return .failed(RPCError.wire(for: error))
        }
    }
}
