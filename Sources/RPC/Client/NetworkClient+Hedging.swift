/// What happens while a call is made several times at once.
private enum HedgeEvent: Sendable {
    case answered(UnaryAnswer)
    case failed(RPCError)
    case delayPassed(Int)
}

extension NetworkClient {
    /// Makes a call, and again beside it each time that a delay passes without an answer. Round-robin
    /// sends the attempts to different servers.
    func hedged(
        _ request: any RequestSource, _ path: String, _ options: CallOptions,
        _ patience: Patience, _ policy: HedgingPolicy
    ) async throws -> UnaryAnswer {
        try await withThrowingTaskGroup(of: HedgeEvent.self) { group in
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
                group.addTask { await self.attempt(request, path, options, patience) }
                wait(policy.delay)
            }
            attempt()
            while let event = try await group.next() {
                let next: Hedges.Next
                switch event {
                case .answered(let answer): return answer
                case .delayPassed(let number):
                    next = hedges.delayPassed(number)
                case .failed(let error):
                    failure = error
                    next = hedges.failed(error)
                }
                switch next {
                case .attempt: attempt()
                case .pause(let pause) where hedges.isRunning || patience.outlasts(pause):
                    wait(pause)
                case .wait: break
                case .fail, .pause: throw failure
                }
            }
            throw failure
        }
    }

    private func attempt(
        _ request: any RequestSource, _ path: String, _ options: CallOptions, _ patience: Patience
    ) async -> HedgeEvent {
        var attempts = Attempts(nil, tokens: tokens)
        do {
            return .answered(try await answer(to: request, of: path, options, patience, &attempts))
        } catch {
            return .failed(RPCError.wire(for: error))
        }
    }
}
