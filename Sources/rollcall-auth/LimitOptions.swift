import ArgumentParser
import Auth

/// How often callers may try.
struct LimitOptions: ParsableArguments {
    @Option(
        name: .customLong("limit"),
        help: ArgumentHelp(
            "How often something may be done: so often in so many seconds, and so often at once if "
                + "that is another number. The names: "
                + LimitName.allCases.map(\.rawValue).joined(separator: ", ")
                + ". Can be given more than once.",
            valueName: "name=count/seconds[:burst]"))
    private var chosen: [NamedLimit] = []

    var policies: LimitPolicies {
        chosen.reduce(into: LimitPolicies()) { $0[$1.name] = $1.policy }
    }
}

private struct NamedLimit: ExpressibleByArgument {
    let name: LimitName
    let policy: LimitPolicy

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let name = LimitName(rawValue: String(parts[0])),
            let policy = LimitPolicy(String(parts[1]))
        else { return nil }
        self.name = name
        self.policy = policy
    }
}
