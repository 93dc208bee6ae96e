import ArgumentParser
import Daemon
import Presence

/// What several instances share.
struct EngineOptions: ParsableArguments {
    enum Engine: RedisUse {
        static let option = "engine"
        static let help =
            "The server of Redis 7 or Valkey that all instances share; it needs --store with a "
            + "PostgreSQL server"
    }

    @OptionGroup private var redis: RedisOptions<Engine>

    @Option(
        help: ArgumentHelp(
            "Prefix of the names of all keys, for deployments that share a database.",
            valueName: "text"))
    private var engineName = LeaseEngineConfiguration().name

    /// Begins to connect to the engine; nil for a process that is the only one.
    ///
    /// - Parameter hasSharedStore: whether the tables are in a database server.
    /// - Throws: `Failure`, one sentence about the first option that is wrong, or about an engine
    ///   that cannot be used.
    func open(hasSharedStore: Bool) async throws -> LeaseEngine? {
        guard !redis.isGiven || hasSharedStore else {
            throw Failure.configuration(
                "--engine needs --store postgresql://…, which all instances share")
        }
        let engine = try await redis.open(
            { location, redis in
                var configuration = LeaseEngineConfiguration()
                configuration.name = engineName
                configuration.redis = redis
                return LeaseEngine(location, configuration: configuration)
            }, check: { try await $0.check() }, close: { $0.close() })
        guard engine != nil || !hasSharedStore else {
            throw Failure.configuration(
                "--store with a PostgreSQL server needs --engine: without it, two instances would "
                    + "each write their own leases there")
        }
        return engine
    }
}
