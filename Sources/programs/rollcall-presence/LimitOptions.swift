import ArgumentParser
import Daemon
import RollcallAPI
import RollcallRPC

/// How often callers may change something.
struct LimitOptions: ParsableArguments {
    private static let names = Set(PresenceServiceMethods.limits.map(\.name)).sorted()

    @Option(name: .customLong("limit"), help: NamedLimit.help(names))
    private var chosen: [NamedLimit] = []

    func validate() throws { try NamedLimit.check(chosen, among: Self.names) }

    /// Rates in place of the contract's, by the names of limits.
    var rates: [String: RateLimit] {
        Dictionary(chosen.map { ($0.name, $0.rate) }) { $1 }
    }
}
