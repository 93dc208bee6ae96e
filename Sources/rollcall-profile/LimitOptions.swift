import ArgumentParser
import Profile
import RollcallRPC

/// How often callers may ask.
struct LimitOptions: ParsableArguments {
    @Option(
        name: .customLong("limit"),
        help: ArgumentHelp(
            "How often something may be done: so often in so many seconds, and so often at once if "
                + "that is another number. The only name: \(NamedLimit.nameChecks), for one address "
                + "asking whether a display name is free; 60/60 unless said otherwise.",
            valueName: "name=count/seconds[:burst]"))
    private var chosen: NamedLimit?

    var configuration: ProfileConfiguration {
        var configuration = ProfileConfiguration()
        if let chosen { configuration.nameChecks = chosen.limit }
        return configuration
    }
}

private struct NamedLimit: ExpressibleByArgument {
    static let nameChecks = "name-check.address"

    let limit: RateLimit

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0] == Self.nameChecks else { return nil }
        let halves = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, let count = Int(halves[0]) else { return nil }
        let rest = halves[1].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(rest.count), let window = rest[0], let burst = rest.last ?? nil,
            [count, window, burst].allSatisfy({ (1...1_000_000).contains($0) })
        else { return nil }
        limit = RateLimit(
            count, per: .seconds(Int64(window)), burst: rest.count == 2 ? burst : count)
    }
}
