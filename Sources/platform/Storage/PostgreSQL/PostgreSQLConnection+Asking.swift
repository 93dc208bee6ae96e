import CPQ
import Glibc
import RollcallBasics

extension PostgreSQLConnection {
    /// Runs statements without parameters that are not prepared.
    ///
    /// - Returns: the answer of the last one, as text.
    /// - Throws: `StorageError`; `SerializationConflict`.
    @discardableResult
    func execute(_ sql: String) throws -> PostgreSQLResult {
        try sendUnsent()
        return try ask { PQsendQuery(handle, sql) }
    }

    func prepare(_ name: String, _ sql: String, _ types: [Oid]) throws {
        try ask { PQsendPrepare(handle, name, sql, CInt(types.count), types) }
    }

    /// Sends a request, and waits for the answer.
    @discardableResult
    func ask(_ send: () -> CInt) throws -> PostgreSQLResult {
        if let loss { throw loss }
        if let failure { throw failure }
        guard send() == 1 else { throw lose(Self.message(of: handle)) }
        return try checked(try lastResult())
    }

    @discardableResult
    func checked(_ result: PostgreSQLResult) throws -> PostgreSQLResult {
        guard let error = result.error else { return result }
        if PQstatus(handle) != CONNECTION_OK || error.endsConnection { throw lose(error.message) }
        if PQtransactionStatus(handle) == PQTRANS_INERROR { failure = error.asError }
        throw error.asError
    }

    /// Sends several statements before it waits for the first answer (libpq-pipeline-mode.html). So
    /// the network and the server's process are woken once for all of them. The server treats them
    /// as one transaction: after an error it skips the rest.
    ///
    /// - Parameter answers: must take the answers to all statements.
    /// - Throws: `StorageError.unavailable`; an error of the bodies closes the connection.
    func pipelined<T>(_ send: () throws -> Void, answers: () throws -> T) throws -> T {
        if let loss { throw loss }
        guard PQenterPipelineMode(handle) == 1 else { throw lose(Self.message(of: handle)) }
        do {
            try send()
            guard PQpipelineSync(handle) == 1 else { throw lose(Self.message(of: handle)) }
            let value = try answers()
            // The end of the pipeline has its own answer.
            guard try lastResult().error == nil, PQexitPipelineMode(handle) == 1 else {
                throw lose(Self.message(of: handle))
            }
            return value
        } catch {
            throw loss ?? lose("\(error)")
        }
    }

    /// Call it inside `pipelined`.
    func send(_ request: PostgreSQLRequest) throws {
        guard request.start(on: handle) == 1 else { throw lose(Self.message(of: handle)) }
    }

    private func lastResult() throws -> PostgreSQLResult {
        try lastResult(until: ContinuousClock.now + patience)
    }

    /// If several statements were sent as one text, the answer to the last, or to the first that
    /// failed: the server skips those after it. In a pipeline, the answer to the next statement.
    func lastResult(until deadline: ContinuousClock.Instant) throws -> PostgreSQLResult {
        var last: PostgreSQLResult?
        while let result = try nextResult(until: deadline) {
            if last?.error == nil { last = result }
        }
        guard let last else { throw lose(Self.message(of: handle)) }
        return last
    }

    private func nextResult(until deadline: ContinuousClock.Instant) throws -> PostgreSQLResult? {
        while PQisBusy(handle) == 1 {
            try waitForBytes(until: deadline)
            // The last bytes of a server that hung up are still read: libpq makes a result of the
            // failure.
            PQconsumeInput(handle)
        }
        return PQgetResult(handle).map(PostgreSQLResult.init)
    }

    /// Waits for a second at most. Bytes may already be here: TLS may have decrypted them, and the
    /// socket does not show them.
    private func waitForBytes(until deadline: ContinuousClock.Instant) throws {
        let left = (deadline - ContinuousClock.now) / .milliseconds(1)
        guard left > 0 else { throw lose("the server has not answered in time") }
        var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        let count = poll(&socket, 1, CInt(min(left, 1000).rounded(.up)))
        guard count >= 0 || errno == EINTR else { throw lose("poll: \(errorText())") }
    }

    /// Whether nothing has arrived without a request. A server that stops sends a message and
    /// closes the connection.
    var isQuiet: Bool {
        var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        return loss == nil && poll(&socket, 1, 0) == 0
    }
}
