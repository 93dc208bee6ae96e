import RollcallAPI
import RollcallRPC

/// Sends the users of a file, and reports what became of them.
struct ImportRun {
    typealias Row = ImportRows.Row

    /// Batches under way: one is made ready while another is written.
    private static let parallelBatches = 2
    private static let timeout = Duration.seconds(60)

    let service: ImportServiceClient
    let output: Output
    /// Without its users.
    let request: ImportUsersRequest

    private struct Totals {
        var imported = 0
        var wasThere = 0
        var refused = 0
    }

    /// - Returns: how many rows were refused.
    func run(_ rows: ImportRows) async throws -> Int {
        var totals = Totals()
        try await withThrowingTaskGroup(of: ([Row], [ImportResult]).self) { group in
            var count = 0
            while true {
                if count == Self.parallelBatches, let (batch, results) = try await group.next() {
                    try report(batch, results, &totals)
                    count -= 1
                }
                let batch = try rows.next()
                guard !batch.isEmpty else { break }
                count += 1
                group.addTask { (batch, try await send(batch)) }
            }
            for try await (batch, results) in group { try report(batch, results, &totals) }
        }
        let verb = request.isDryRun ? "would be imported" : "imported"
        try output.say(
            [
                "imported": totals.imported, "wasThere": totals.wasThere,
                "refused": totals.refused,
            ],
            text: "\(totals.imported) \(verb), \(totals.wasThere) were there, "
                + "\(totals.refused) refused")
        return totals.refused
    }

    private func send(_ batch: [Row]) async throws -> [ImportResult] {
        var request = request
        request.users = batch.compactMap { try? $0.user.get() }
        guard !request.users.isEmpty else { return [] }
        let results = try await service.importUsers(
            request, options: CallOptions(timeout: Self.timeout)
        ).results
        guard results.count == request.users.count else {
            throw Failure(.unforeseen, "Auth has answered for other rows than were sent.")
        }
        return results
    }

    private func report(_ batch: [Row], _ results: [ImportResult], _ totals: inout Totals) throws {
        var results = results[...]
        for row in batch {
            let (id, result): (String, ImportResult) =
                switch row.user {
                case .success(let user): (user.foreignID, results.removeFirst())
                case .failure(let error):
                    ("", ImportResult(outcome: .refused, problem: error.reason))
                }
            switch result.outcome {
            case .imported: totals.imported += 1
            case .wasThere: totals.wasThere += 1
            default: totals.refused += 1
            }
            guard !result.problem.isEmpty else { continue }
            try output.say(
                [
                    "line": row.line, "id": id, "outcome": result.outcome.word,
                    "problem": result.problem,
                ],
                text: "line \(row.line) \(id): \(result.outcome.word): \(result.problem)".oneLine)
        }
    }
}
