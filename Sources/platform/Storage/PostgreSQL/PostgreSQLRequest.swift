import CPQ

/// What is asked of a server.
enum PostgreSQLRequest {
    /// A statement without parameters that is not prepared.
    case text(String)
    /// A statement that is, by its name.
    case prepared(String, PostgreSQLValues)

    /// - Returns: libpq's: 1, or 0 for a connection that is lost.
    func start(on handle: OpaquePointer) -> CInt {
        switch self {
        case .text(let sql): PQsendQueryParams(handle, sql, 0, nil, nil, nil, nil, 1)
        case .prepared(let name, let values):
            values.withPointers { PQsendQueryPrepared(handle, name, $0, $1, $2, $3, 1) }
        }
    }
}

/// A transaction waits for the server only where it needs an answer. BEGIN, and statements of whose
/// answers nothing depends, go with the next one that is asked, or with COMMIT.
extension PostgreSQLConnection {
    /// So few that the server never waits for somebody to read its answers.
    private static let mostUnsent = 64

    /// Has a statement run before the next one. What it fails with is thrown there.
    func submit(_ request: PostgreSQLRequest) throws {
        if unsent.count >= Self.mostUnsent { try sendUnsent() }
        unsent.append(request)
    }

    func sendUnsent() throws {
        if !unsent.isEmpty { try checkAll(answers()) }
    }

    /// Runs a statement behind those that wait.
    ///
    /// - Throws: `StorageError`; `SerializationConflict`: of the first statement that has failed.
    ///   None is run behind it.
    @discardableResult
    func askWithUnsent(_ request: PostgreSQLRequest) throws -> PostgreSQLResult {
        guard !unsent.isEmpty else { return try ask { request.start(on: handle) } }
        unsent.append(request)
        let results = try answers()
        try checkAll(results)
        return results[results.count - 1]
    }

    func commit() throws {
        unsent.append(.text("COMMIT"))
        let results = try committing { try answers() }
        try checkAll(results.dropLast())
        try committing {
            // A transaction that had failed would be undone, and that is no error to the server.
            guard try checked(results[results.count - 1]).command == "COMMIT" else {
                throw StorageError.statement("a transaction that had failed was to be committed")
            }
        }
    }

    /// Whoever loses the server meanwhile does not know whether it has committed.
    private func committing<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch {
            throw loss == nil ? error : StorageError.unknownOutcome
        }
    }

    /// Sends all that wait, and takes the answers.
    private func answers() throws -> [PostgreSQLResult] {
        if let failure { throw failure }
        let (requests, isBegin) = (unsent, !isInTransaction)
        unsent = []
        let results = try pipelined {
            for request in requests { try send(request) }
        } answers: {
            // No statement of a transaction takes nearly as long as the server lets one.
            let deadline = ContinuousClock.now + patience * min(requests.count, 2)
            return try requests.map { _ in try lastResult(until: deadline) }
        }
        if isBegin, let error = results[0].error {
            // The server is a standby, or is about to stop: another one may be the primary.
            throw lose("the server begins no transaction (\(error.message))")
        }
        return results
    }

    private func checkAll(_ results: some Sequence<PostgreSQLResult>) throws {
        for result in results { try checked(result) }
    }
}
