import CPQ

extension PostgreSQLConnection {
    /// Sends all reads in one batch, and answers each caller with its row.
    ///
    /// - Returns: the reads that were not run, as one before them has failed.
    func settle(_ reads: [PendingRead]) -> [PendingRead] {
        let ready = reads.compactMap { read in
            preparedOrRefused(read).map { (read: read, statement: $0) }
        }
        guard ready.count > 1 else {
            ready.first?.read.settleOn(self)
            return []
        }
        let results: [PostgreSQLResult]
        do {
            results = try answers(to: ready)
        } catch {
            for (read, _) in ready { read.refuse(error) }
            return []
        }
        var left: [PendingRead] = []
        for ((read, statement), result) in zip(ready, results) {
            if result.isNotRun { left.append(read) } else { settle(read, by: statement, result) }
        }
        return left
    }

    private func preparedOrRefused(_ read: PendingRead) -> PostgreSQLStatement? {
        do {
            return try statement(read.statement)
        } catch {
            read.refuse(error)
            return nil
        }
    }

    /// The server's answers, in order. Reads after a failed one are not run.
    ///
    /// - Throws: `StorageError.unavailable`.
    private func answers(
        to reads: [(read: PendingRead, statement: PostgreSQLStatement)]
    ) throws -> [PostgreSQLResult] {
        try pipelined {
            for (read, statement) in reads {
                read.bind(statement)
                defer { statement.reset() }
                try statement.send()
            }
        } answers: {
            // The server answers once it has run all of them. Each may take as long as a single
            // one.
            let deadline = ContinuousClock.now + patience * reads.count
            return try reads.map { _ in try lastResult(until: deadline) }
        }
    }

    private func settle(
        _ read: PendingRead, by statement: PostgreSQLStatement, _ result: PostgreSQLResult
    ) {
        guard let error = result.error else {
            defer { statement.reset() }
            statement.receive(result)
            return read.settleBy(statement)
        }
        read.refuse(error.endsConnection ? lose(error.message) : error.asError)
    }
}
