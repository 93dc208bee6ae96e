import ArgumentParser
import RollcallRPC

/// A limit as `--limit` changes it: `NAME=COUNT/SECONDS[:BURST]`.
package struct NamedLimit: ExpressibleByArgument, Sendable {
    package let name: String
    package let rate: RateLimit

    package init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        name = String(parts[0])
        let halves = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, let count = Int(halves[0]) else { return nil }
        let rest = halves[1].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(rest.count), let window = rest[0], let burst = rest.last ?? nil,
            [count, window, burst].allSatisfy({ (1...1_000_000).contains($0) })
        else { return nil }
        rate = RateLimit(
            count, per: .seconds(Int64(window)), burst: rest.count == 2 ? burst : count)
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
