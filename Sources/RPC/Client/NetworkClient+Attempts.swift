extension NetworkClient {
    /// Makes a unary call as the policy has it.
    func answer(
        to request: any RequestSource, of path: String, _ options: CallOptions
    ) async throws -> UnaryAnswer {
        let patience = Patience(options.timeout)
        let policy = options.attempts ?? configuration.attempts
        if let hedging = policy.hedging {
            return try await hedged(request, path, options, patience, hedging)
        }
        var attempts = Attempts(policy.retries, tokens: tokens)
        guard let connection = readyConnection() else {
            return try await answer(to: request, of: path, options, patience, &attempts)
        }
        do {
            let answer = try await connection.answer(to: request, of: path, options)
            tokens.succeeded()
            return answer
        } catch let error as RPCError {
            try await wait(for: patience, after: error, wasSent: true, &attempts)
            return try await answer(to: request, of: path, options, patience, &attempts)
        }
    }

    /// Makes a call until it ends well, or is not to be made again.
    func answer(
        to request: any RequestSource, of path: String, _ options: CallOptions,
        _ patience: Patience, _ attempts: inout Attempts
    ) async throws -> UnaryAnswer {
        while true {
            var wasSent = false
            do {
                let connection = try await connection(options, patience)
                wasSent = true
                let answer = try await connection.answer(
                    to: request, of: path, patience.shortened(options))
                tokens.succeeded()
                return answer
            } catch let error as RPCError {
                try await wait(for: patience, after: error, wasSent: wasSent, &attempts)
            }
        }
    }

    /// Opens a call that streams to the server. It is made again only as long as no connection has
    /// taken it: what was sent on it is not kept.
    func openTaken<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> StreamHandle {
        let patience = Patience(options.timeout)
        var attempts = Attempts(nil, tokens: tokens)
        while true {
            let connection = try await connection(options, patience)
            do {
                return try await connection.openTaken(method, patience.shortened(options))
            } catch let error as RPCError {
                try await wait(for: patience, after: error, wasSent: true, &attempts)
            }
        }
    }

    /// Waits until it is time for the next attempt.
    ///
    /// - Throws: the error, when there is none; `cancelled`.
    func wait(
        for patience: Patience, after error: RPCError, wasSent: Bool, _ attempts: inout Attempts
    ) async throws {
        guard let duration = attempts.pause(after: error, wasSent: wasSent),
            patience.outlasts(duration)
        else { throw error }
        try await pause(for: duration)
    }
}
