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

    /// - Throws: `ValidationError` for a name that is none of the service's limits.
    package static func check(_ chosen: [NamedLimit], among names: [String]) throws {
        for limit in chosen where !names.contains(limit.name) {
            throw ValidationError(
                "--limit: there is no limit \(limit.name); the names: "
                    + names.joined(separator: ", "))
        }
    }

    /// What the help of `--limit` says.
    package static func help(_ names: [String]) -> ArgumentHelp {
        ArgumentHelp(
            "How often something may be done: so often in so many seconds, and so often at once if "
                + "that is another number. The names: \(names.joined(separator: ", ")). "
                + "Can be given more than once.",
            valueName: "name=count/seconds[:burst]")
    }
}
