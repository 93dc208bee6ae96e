import ArgumentParser
import Auth
import Daemon
import RollcallAPI
import RollcallRPC

/// How often callers may try.
struct LimitOptions: ParsableArguments {
    /// The limits that the server counts by the contract. Auth's own hold across restarts.
    private static let contractNames = Set(
        (AuthServiceMethods.limits + AccountServiceMethods.limits).map(\.name))
    private static let names = LimitName.allCases.map(\.rawValue) + contractNames.sorted()

    @Option(name: .customLong("limit"), help: NamedLimit.help(names))
    private var chosen: [NamedLimit] = []

    func validate() throws { try NamedLimit.check(chosen, among: Self.names) }

    var policies: LimitPolicies {
        chosen.reduce(into: LimitPolicies()) { policies, limit in
            if let name = LimitName(rawValue: limit.name) { policies[name] = limit.policy }
        }
    }

    /// Rates in place of the contract's, by the names of limits.
    var rates: [String: RateLimit] {
        Dictionary(
            chosen.filter { Self.contractNames.contains($0.name) }.map { ($0.name, $0.rate) }
        ) { $1 }
    }
}
