import Admission
import ArgumentParser
import RollcallRPC

/// A limit as `--limit` changes it: `NAME=COUNT/SECONDS[:BURST]`.
package struct NamedLimit: ExpressibleByArgument, Sendable {
    package let name: String
    package let policy: LimitPolicy

    package init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let policy = LimitPolicy(String(parts[1])) else { return nil }
        name = String(parts[0])
        self.policy = policy
    }

    package var rate: RateLimit {
        RateLimit(policy.count, per: .seconds(Int64(policy.window)), burst: policy.burst)
    }
}

/// Which limits a service has.
package protocol LimitNames {
    static var all: [String] { get }
}

/// How often callers may do something.
package struct LimitOptions<Names: LimitNames>: ParsableArguments {
    @Option(
        name: .customLong("limit"),
        help: ArgumentHelp(
            "How often something may be done: so often in so many seconds, and so often at once if "
                + "that is another number. The names: \(Names.all.joined(separator: ", ")). "
                + "Can be given more than once.",
            valueName: "name=count/seconds[:burst]"))
    package var chosen: [NamedLimit] = []

    package init() {}

    package func validate() throws {
        for limit in chosen where !Names.all.contains(limit.name) {
            throw ValidationError(
                "--limit: there is no limit \(limit.name); the names: "
                    + Names.all.joined(separator: ", "))
        }
    }

    /// Rates in place of the contract's, by the names of limits.
    package var rates: [String: RateLimit] {
        Dictionary(chosen.map { ($0.name, $0.rate) }) { $1 }
    }
}
