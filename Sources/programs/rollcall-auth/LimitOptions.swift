import ArgumentParser
import Auth
import Daemon
import RollcallAPI
import RollcallRPC

/// How often callers may try.
struct LimitOptions: ParsableArguments {
    @Option(
        name: .customLong("limit"),
        help: NamedLimit.help(LimitName.allCases.map(\.rawValue) + ChosenLimit.contractNames))
    private var chosen: [ChosenLimit] = []

    var policies: LimitPolicies {
        chosen.reduce(into: LimitPolicies()) { policies, limit in
            if case .own(let name, let policy) = limit { policies[name] = policy }
        }
    }

    /// Rates in place of the contract's, by the names of limits.
    var rates: [String: RateLimit] {
        chosen.reduce(into: [:]) { rates, limit in
            if case .ofContract(let limit) = limit { rates[limit.name] = limit.rate }
        }
    }
}

private enum ChosenLimit: ExpressibleByArgument {
    /// One that holds across restarts.
    case own(LimitName, LimitPolicy)
    case ofContract(NamedLimit)

    /// The names of limits that the server counts by the contract.
    static let contractNames = Set(
        (AuthServiceMethods.limits + AccountServiceMethods.limits).map(\.name)
    ).sorted()

    init?(argument: String) {
        if let limit = NamedLimit(argument: argument), Self.contractNames.contains(limit.name) {
            self = .ofContract(limit)
            return
        }
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let name = LimitName(rawValue: String(parts[0])),
            let policy = LimitPolicy(String(parts[1]))
        else { return nil }
        self = .own(name, policy)
    }
}
