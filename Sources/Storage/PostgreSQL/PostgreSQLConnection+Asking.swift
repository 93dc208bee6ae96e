import CPQ
import Glibc

extension PostgreSQLConnection {
    /// Runs statements that take no parameters and are not prepared.
    ///
    /// - Returns: what the last of them has answered, as text.
    /// - Throws: `StorageError`; `SerializationConflict`.
    @discardableResult
    func execute(_ sql: String) throws -> PostgreSQLResult {
        try ask { PQsendQuery(handle, sql) }
    }

    /// Runs a prepared statement.
    func execute(_ name: String, _ values: PostgreSQLValues) throws -> PostgreSQLResult {
        try ask { start(name, values) }
    }

    private func start(_ name: String, _ values: PostgreSQLValues) -> CInt {
        values.withPointers { PQsendQueryPrepared(handle, name, $0, $1, $2, $3, 1) }
    }

    func prepare(_ name: String, _ sql: String, _ types: [Oid]) throws {
        try ask { PQsendPrepare(handle, name, sql, CInt(types.count), types) }
    }

    /// Sends something, and waits for the answer.
    @discardableResult
    private func ask(_ send: () -> CInt) throws -> PostgreSQLResult {
        if let loss { throw loss }
        if let failure { throw failure }
        guard send() == 1 else { throw lose(Self.message(of: handle)) }
        let result = try lastResult()
        guard let error = result.error else { return result }
        if PQstatus(handle) != CONNECTION_OK || error.endsConnection { throw lose(error.message) }
        if PQtransactionStatus(handle) == PQTRANS_INERROR { failure = error.asError }
        throw error.asError
    }

    /// Sends several statements before it waits for the first answer (libpq-pipeline-mode.html): the
    /// network and the server's process are woken once for all of them. To the server they are one
    /// transaction: once one fails, the rest are not run.
    ///
    /// - Parameter answers: must take the answers to all that was sent.
    /// - Throws: `StorageError.unavailable`; what the bodies throw gives the connection up.
    func pipelined<T>(_ send: () throws -> Void, answers: () throws -> T) throws -> T {
        if let loss { throw loss }
        guard PQenterPipelineMode(handle) == 1 else { throw lose(Self.message(of: handle)) }
        do {
            try send()
            guard PQpipelineSync(handle) == 1 else { throw lose(Self.message(of: handle)) }
            let value = try answers()
            // The end of the pipeline has an answer of its own.
            guard try lastResult().error == nil, PQexitPipelineMode(handle) == 1 else {
                throw lose(Self.message(of: handle))
            }
            return value
        } catch {
            throw loss ?? lose("\(error)")
        }
    }

    /// Inside of `pipelined`.
    func send(_ name: String, _ values: PostgreSQLValues) throws {
        guard start(name, values) == 1 else { throw lose(Self.message(of: handle)) }
    }

    private func lastResult() throws -> PostgreSQLResult {
        try lastResult(until: ContinuousClock.now + patience)
    }

    /// Of several statements that were sent as one text, the answer to the last, or to the first that
    /// failed: no other is run behind it. In a pipeline, the answer to the next statement.
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
            // What the server said before it went is still read: libpq makes a result of the
            // failure.
            PQconsumeInput(handle)
        }
        return PQgetResult(handle).map(PostgreSQLResult.init)
    }

    /// Waits for a second at most: bytes may be here already, in what TLS has decrypted, of which the
    /// socket knows nothing.
    private func waitForBytes(until deadline: ContinuousClock.Instant) throws {
        let left = (deadline - ContinuousClock.now) / .milliseconds(1)
        guard left > 0 else { throw lose("the server has not answered in time") }
        var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        let count = poll(&socket, 1, CInt(min(left, 1000).rounded(.up)))
        guard count >= 0 || errno == EINTR else { throw lose("poll: \(errorText())") }
    }

    /// Whether nothing has come while nothing was asked: a server that stops says so, and hangs up.
    var isQuiet: Bool {
        var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        return loss == nil && poll(&socket, 1, 0) == 0
    }
}
