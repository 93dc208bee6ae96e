import CPQ

extension PostgreSQLConnection {
    /// Sends all reads in one go, and tells each caller its row.
    func settle(_ reads: [any PendingRead]) {
        let ready = reads.compactMap { read in
            preparedOrRefused(read).map { (read: read, statement: $0) }
        }
        guard ready.count > 1 else {
            ready.first?.read.settle(on: self)
            return
        }
        do {
            let results = try answers(to: ready)
            for ((read, statement), result) in zip(ready, results) {
                settle(read, by: statement, result)
            }
        } catch {
            for (read, _) in ready { read.refuse(error) }
        }
    }

    private func preparedOrRefused(_ read: any PendingRead) -> PostgreSQLStatement? {
        do {
            return try statement(read.statement)
        } catch {
            read.refuse(error)
            return nil
        }
    }

    /// What the server answers, in their order. Behind one that fails nothing is run.
    ///
    /// - Throws: `StorageError.unavailable`.
    private func answers(
        to reads: [(read: any PendingRead, statement: PostgreSQLStatement)]
    ) throws -> [PostgreSQLResult] {
        try pipelined {
            for (read, statement) in reads {
                read.bind(to: statement)
                defer { statement.reset() }
                try statement.send()
            }
        } answers: {
            try reads.map { _ in try lastResult() }
        }
    }

    private func settle(
        _ read: any PendingRead, by statement: PostgreSQLStatement, _ result: PostgreSQLResult
    ) {
        guard let error = result.error else {
            defer { statement.reset() }
            statement.receive(result)
            return read.settle(by: statement)
        }
        // Behind one that has failed: it is no failure of this one.
        if result.isNotRun { return read.settle(on: self) }
        read.refuse(error.endsConnection ? lose(error.message) : error.asError)
    }
}
