import ArgumentParser
import Auth
import Daemon
import RollcallAPI
import SharedLimits

/// The limits that hold across restarts, and those that the server counts by the contract.
enum AuthLimits: LimitNames {
    static let all =
        LimitName.allCases.map(\.rawValue)
        + Set((AuthServiceMethods.limits + AccountServiceMethods.limits).map(\.name)).sorted()
}

extension LimitOptions<AuthLimits> {
    var policies: LimitPolicies {
        chosen.reduce(into: LimitPolicies()) { policies, limit in
            if let name = LimitName(rawValue: limit.name) { policies[name] = limit.policy }
        }
    }
}

/// Where all instances count the limits.
struct LimitEngineOptions: ParsableArguments {
    enum Engine: RedisUse {
        static let option = "limits"
        static let help =
            "The server of Redis 7 or Valkey in which all instances count these limits"
    }

    @OptionGroup private var engine: RedisOptions<Engine>

    func check() throws { _ = try engine.place() }

    /// Begins to connect to the engine; nil for a process that counts alone.
    ///
    /// - Throws: `Failure`.
    func open(of deployment: String) async throws -> SharedLimits? {
        try await engine.open(
            { SharedLimits($0, name: "rollcall:limits:\(deployment)", redis: $1) },
            check: { try await $0.join() }, close: { $0.close() })
    }
}
