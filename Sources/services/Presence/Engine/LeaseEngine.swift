import Redis
import RollcallBasics

/// Leases in a server of Redis or Valkey, that several instances share.
///
/// What a call does is done whole, or not at all; it can be repeated after
/// `RedisError.unknownOutcome`.
package final class LeaseEngine: Sendable {
    package let location: RedisLocation
    let configuration: LeaseEngineConfiguration
    let connection: RedisConnection
    private let renewals: Renewals
    let progress = EngineProgress()
    private let run = Renewable("")

    /// Begins to connect. `close` is to be called at the end.
    package init(_ location: RedisLocation, configuration: LeaseEngineConfiguration = .init()) {
        self.location = location
        self.configuration = configuration
        var redis = configuration.redis
        redis.greeting = { [run] info in
            run.value = info.run
            return LeaseScripts.all.map(\.loading)
                + [Self.call(LeaseScripts.join, [.text(info.run)], configuration)]
        }
        connection = RedisConnection(location, configuration: redis)
        renewals = Renewals(connection, configuration)
    }

    /// The run of the server that was connected to last.
    var serverRun: String { run.value }

    /// Asks the server for an answer.
    ///
    /// - Throws: `RedisError`; `unfit` for a server that cannot be used.
    package func check() async throws(RedisError) {
        _ = try await connection.send(RedisCommand("PING"), .first)
    }

    package func close() {
        connection.close()
    }

    /// Runs a script, and waits until the view that follows the engine has what the script did.
    ///
    /// - Returns: its answer, without the epoch and the version that it begins with.
    /// - Throws: `RedisError`.
    func run(
        _ script: RedisScript, _ arguments: [RedisArgument], _ rank: RedisRank = .rest
    ) async throws(RedisError) -> [RedisReply] {
        try await runNotingPosition(script, arguments, rank).rest
    }

    /// The same, with where the engine stood then.
    func runNotingPosition(
        _ script: RedisScript, _ arguments: [RedisArgument], _ rank: RedisRank = .rest
    ) async throws(RedisError) -> (position: EnginePosition, rest: [RedisReply]) {
        let reply = try await connection.send(
            Self.call(script, arguments, configuration), rank)
        let parts = try reply.list
        guard parts.count >= 2 else { throw .malformedReply }
        var epoch = RecordReader(try parts[0].bytes[...])
        let position = EnginePosition(
            epoch: epoch.number(), version: UInt64(clamping: try parts[1].integer))
        await progress.reach(position)
        return (position, Array(parts.dropFirst(2)))
    }

    /// Renews a lease, with others that are renewed at the same time, before all other commands. An
    /// instance calls `LeaseFollower.renew`.
    ///
    /// - Throws: `RedisError`.
    package func renew(_ renewal: Renewal) async throws(RedisError) -> RenewalAnswer {
        let answer = try await renewals.renew(renewal)
        if !renewal.update.isBeat { await progress.reach(answer.position) }
        return answer
    }

    /// The SHA-1 of the script that renews leases, in hexadecimal, to call it by other means.
    package static var renewalScript: String {
        String(decoding: LeaseScripts.renew.digest, as: UTF8.self)
    }

    static func call(
        _ script: RedisScript, _ arguments: [RedisArgument],
        _ configuration: LeaseEngineConfiguration
    ) -> RedisCommand {
        let epoch = RedisArgument.number(.random(in: 1 ... .max))
        let time = configuration.clock.map { RedisArgument.integer($0()) } ?? .text("")
        return script.command(keys: [configuration.name], [epoch, time] + arguments)
    }
}
