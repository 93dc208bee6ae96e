import RollcallRPC
import Testing

import func TestSupport.elapse

/// Some calls that are made at the same time, each by somebody of their own.
struct MutationBatch: Sendable {
    let mutations: [Mutation]
    private let residents: [Resident]
    private let attempts: [Attempt]

    /// Brings everybody to where their calls can be made.
    ///
    /// - Parameter name: begins the names of everybody; letters and digits.
    init(_ mutations: [Mutation], named name: String, in cluster: Cluster) async throws {
        let (endpoint, spool) = (cluster.endpoint(.auth), cluster.spool)
        let residents = try await inParallel(Array(mutations.indices)) { index in
            try await Resident("\(name)_\(index)", at: endpoint, spool)
        }
        attempts = try await inParallel(Array(zip(mutations, residents))) { mutation, resident in
            try await mutation.begin(resident)
        }
        self.mutations = mutations
        self.residents = residents
    }

    /// Makes the calls, each at an instant of its own within so many microseconds.
    func make(within microseconds: Int = 0) async throws -> [Outcome] {
        try await inParallel(attempts) { attempt in
            try await elapse(upTo: .microseconds(microseconds))
            return await attempt.make()
        }
    }

    /// Looks what became of the calls. Ends what people need for it.
    func check(_ outcomes: [Outcome]) async throws {
        _ = try await inParallel(Array(zip(mutations, outcomes))) { mutation, outcome in
            do {
                try await outcome.check()
            } catch {
                Issue.record(error, "\(mutation.rpc), answered: \(outcome.isAcknowledged)")
            }
        }
        for resident in residents { resident.leave() }
    }

    /// An Auth on which everybody can do everything at once.
    static func cluster() async throws -> Cluster {
        // Hashes that take no time, so that what happens to Auth happens to what comes after them.
        try await Cluster(
            authArguments: [
                "--hash-memory-kib", "64", "--hash-passes", "1",
                "--link-base", "https://example.org/account", "--confirm-unknown-devices",
                "--sign-in-codes",
            ] + ProviderOfTests.shared.value.options,
            limits: Cluster.wideLimits.filter { !$0.hasPrefix("account=") } + [
                "account=5/900", "mail.address=1000000/1", "mail.everyone=1000000/1",
            ])
    }
}

/// Does the same with each at the same time.
///
/// - Returns: what came of it, in the order of the values.
private func inParallel<Value: Sendable, Result: Sendable>(
    _ values: [Value], _ body: @escaping @Sendable (Value) async throws -> Result
) async throws -> [Result] {
    try await withThrowingTaskGroup { group in
        for (index, value) in values.enumerated() {
            group.addTask { (index, try await body(value)) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
            .sorted { $0.0 < $1.0 }.map(\.1)
    }
}
