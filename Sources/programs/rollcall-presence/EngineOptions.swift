import ArgumentParser
import Daemon
import Glibc
import Presence
import Redis

/// What several instances share.
struct EngineOptions: ParsableArguments {
    // As text: what ArgumentParser cannot read it repeats in its message, with a password in it.
    @Option(
        help: ArgumentHelp(
            "The server of Redis 7 or Valkey that all instances share: redis://HOST:PORT/DATABASE, "
                + "redis://USER@HOST,HOST/DATABASE, or redis+unix:///PATH?db=DATABASE. It needs --store with "
                + "a PostgreSQL server. This process is the only one by default.",
            valueName: "url"))
    private var engine: String?

    @Option(
        help: ArgumentHelp(
            "A file with the password for the engine, on one line, that only this user can read.",
            valueName: "file"))
    private var enginePasswordFile: String?

    @Option(
        help: ArgumentHelp(
            "Prefix of the names of all keys, for deployments that share a database.",
            valueName: "text"))
    private var engineName = LeaseEngineConfiguration().name

    @Flag(help: "Connect to an engine on another machine without TLS, over a trusted network.")
    private var enginePlaintext = false

    /// Begins to connect to the engine; nil for a process that is the only one.
    ///
    /// - Parameter hasSharedStore: whether the tables are in a database server.
    /// - Throws: `Failure`, one sentence about the first option that is wrong, or about an engine
    ///   that cannot be used.
    func open(hasSharedStore: Bool) async throws -> LeaseEngine? {
        guard let engine else {
            guard enginePasswordFile == nil, !enginePlaintext else {
                throw Failure.configuration("--engine-… options need --engine")
            }
            guard !hasSharedStore else {
                throw Failure.configuration(
                    "--store with a PostgreSQL server needs --engine: without it, two instances would "
                        + "each write their own leases there")
            }
            return nil
        }
        guard hasSharedStore else {
            throw Failure.configuration(
                "--engine needs --store postgresql://…, which all instances share")
        }
        let location = try Failure.ofOption("--engine: ") {
            try RedisLocation(argument: engine)
        }
        guard location.isLocal || enginePlaintext else {
            throw Failure.configuration(
                "--engine is on another machine, and TLS is not spoken to it: have stunnel listen on the "
                    + "loopback interface and name that, or say --engine-plaintext if the network between "
                    + "is trusted")
        }
        var configuration = LeaseEngineConfiguration()
        configuration.name = engineName
        configuration.redis.allowsRemotePlaintext = enginePlaintext
        configuration.redis.password = try enginePasswordFile.map(password)
        let opened = LeaseEngine(location, configuration: configuration)
        do {
            try await opened.check()
        } catch .unfit(let reason) {
            opened.close()
            // It is mended at the engine, not here.
            throw Failure("--engine: \(reason)", EX_TEMPFAIL)
        } catch {
            // It may come. Until then the health says so.
        }
        return opened
    }

    private func password(inFile path: String) throws -> String {
        let option = "--engine-password-file"
        var text = try Failure.ofSecretFile(path, option: option)
        if text.hasSuffix("\n") || text.hasSuffix("\r\n") { text.removeLast() }
        guard !text.isEmpty, !text.contains(where: \.isNewline) else {
            throw Failure.configuration("\(option): \(path) has one line: the password")
        }
        return text
    }
}
