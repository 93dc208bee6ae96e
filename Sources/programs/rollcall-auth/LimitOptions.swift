import ArgumentParser
import Auth
import Daemon
import RollcallAPI
import RollcallRPC
import SharedLimits

/// How often callers may try.
struct LimitOptions: ParsableArguments {
    /// The limits that the server counts by the contract. Auth's own hold across restarts.
    private static let contractNames = Set(
        (AuthServiceMethods.limits + AccountServiceMethods.limits).map(\.name))
    private static let names = LimitName.allCases.map(\.rawValue) + contractNames.sorted()

    @Option(name: .customLong("limit"), help: NamedLimit.help(names))
    private var chosen: [NamedLimit] = []

    enum Engine: RedisUse {
        static let option = "limits"
        static let help =
            "The server of Redis 7 or Valkey in which all instances count these limits"
    }

    @OptionGroup private var engine: RedisOptions<Engine>

    func validate() throws { try NamedLimit.check(chosen, among: Self.names) }

    var policies: LimitPolicies {
        chosen.reduce(into: LimitPolicies()) { policies, limit in
            if let name = LimitName(rawValue: limit.name) { policies[name] = limit.policy }
        }
    }

    func checkEngine() throws { _ = try engine.place() }

    /// Begins to connect to the engine; nil for a process that counts alone.
    ///
    /// - Throws: `Failure`.
    func openEngine(of deployment: String) async throws -> SharedLimits? {
        try await engine.open(
            { SharedLimits($0, name: "rollcall:limits:\(deployment)", redis: $1) },
            check: { try await $0.join() }, close: { $0.close() })
    }

    /// Rates in place of the contract's, by the names of limits.
    var rates: [String: RateLimit] {
        Dictionary(
            chosen.filter { Self.contractNames.contains($0.name) }.map { ($0.name, $0.rate) }
        ) { $1 }
    }
}
