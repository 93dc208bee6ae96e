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

    /// - Returns: how many rows were refused.
    func run(_ rows: ImportRows) async throws -> Int {
        var rows = rows
        var counts: [ImportOutcome: Int] = [:]
        try await withThrowingTaskGroup(of: [(Row, ImportResult)].self) { group in
            var number = 0
            while case let batch = try rows.next(), !batch.isEmpty {
                number += 1
                if number > Self.parallelBatches, let results = try await group.next() {
                    try report(results, &counts)
                }
                group.addTask { try await send(batch) }
            }
            for try await results in group { try report(results, &counts) }
        }
        let (imported, wasThere) = (counts[.imported] ?? 0, counts[.wasThere] ?? 0)
        let refused = counts[.refused] ?? 0
        let verb = request.isDryRun ? "would be imported" : "imported"
        try output.say(
            ["imported": imported, "wasThere": wasThere, "refused": refused],
            text: "\(imported) \(verb), \(wasThere) already there, \(refused) refused")
        return refused
    }

    private func send(_ batch: [Row]) async throws -> [(Row, ImportResult)] {
        var request = request
        request.users = batch.compactMap { try? $0.user.get() }
        var results: ArraySlice<ImportResult> = []
        if !request.users.isEmpty {
            results = try await service.importUsers(
                request, options: CallOptions(timeout: Self.timeout)
            ).results[...]
        }
        guard results.count == request.users.count else {
            throw Failure(.unforeseen, "Auth has answered for other rows than were sent.")
        }
        return batch.map { row in
            if case .failure(let error) = row.user {
                return (row, ImportResult(outcome: .refused, problem: error.reason))
            }
            return (row, results.removeFirst())
        }
    }

    private func report(
        _ results: [(Row, ImportResult)], _ counts: inout [ImportOutcome: Int]
    ) throws {
        for (row, result) in results {
            counts[result.outcome, default: 0] += 1
            guard !result.problem.isEmpty else { continue }
            let id = (try? row.user.get())?.foreignID ?? ""
            try output.say(
                [
                    "line": row.line, "id": id, "outcome": result.outcome.word,
                    "problem": result.problem,
                ],
                text: "line \(row.line) \(id): \(result.outcome.word): \(result.problem)".oneLine)
        }
    }
}
