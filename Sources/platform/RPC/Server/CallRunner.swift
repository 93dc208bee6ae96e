/// Runs the handlers of one event loop's calls. It ends each call with what its handler returned or
/// threw, unless a reactor goes on with it.
struct CallRunner: Sendable {
    let routes: RouteTable
    let scheduler: CallScheduler
    let details: AnswerDetails

    /// Starts the handler at once, on the thread of the connection. Called on its event loop.
    func start(_ call: ServerCall) -> Task<Void, Never> {
        // It captures one reference, and so takes no memory of its own.
        Task.immediate(executorPreference: scheduler.executor) {
            do {
                if try !call.begin() { try await call.findCaller() }
                let reply = try await call.route.handler(call)
                if let reactor = call.stream?.reactor {
                    call.goOn(with: reactor)
                } else {
                    call.end(with: .success(reply))
                }
            } catch {
                call.stream?.forgetReactor()
                call.end(with: .failure(error))
            }
        }
    }
}
