extension ServerCall {
    /// The status that the client gets when the handler throws an error.
    func status(of error: any Error) -> StatusCode {
        if let refused = error as? RefusedCall { return refused.refusal.error.code }
        guard let error = error as? RPCError else {
            return error is CancellationError ? cancellation : .internal
        }
        return error.code == .cancelled ? cancellation : error.code
    }

    /// The server cancels a handler when the client does not want the answer any more, or cannot
    /// wait for it.
    private var cancellation: StatusCode {
        guard let deadline = context.deadline else { return .cancelled }
        return deadline <= .now ? .deadlineExceeded : .cancelled
    }
}
