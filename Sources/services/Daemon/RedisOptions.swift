import ArgumentParser
import Glibc
import Redis

/// What a process uses a server of Redis or Valkey for.
package protocol RedisUse {
    /// The name of the option that names the server; the others begin with it.
    static var option: String { get }
    /// What the server is, ending before the forms of its URL.
    static var help: String { get }
}

/// A server of Redis or Valkey that several instances share.
package struct RedisOptions<Use: RedisUse>: ParsableArguments {
    // As text: what ArgumentParser cannot read it repeats in its message, with a password in it.
    @Option(
        name: .customLong(Use.option),
        help: ArgumentHelp(
            "\(Use.help): redis://HOST:PORT/DATABASE, redis://USER@HOST,HOST/DATABASE, or "
                + "redis+unix:///PATH?db=DATABASE. This process is the only one by default.",
            valueName: "url"))
    private var url: String?

    @Option(
        name: .customLong("\(Use.option)-password-file"),
        help: ArgumentHelp(
            "A file with the password for that server, on one line, that only this user can read.",
            valueName: "file"))
    private var passwordFile: String?

    @Flag(
        name: .customLong("\(Use.option)-plaintext"),
        help: "Connect to that server on another machine without TLS, over a trusted network.")
    private var plaintext = false

    package init() {}

    package var isGiven: Bool { url != nil }

    /// Begins to connect to the server; nil for a process that is the only one.
    ///
    /// - Parameters:
    ///   - make: the user of the server, which connects.
    ///   - check: asks the server once.
    ///   - close: for a user whose server cannot be used.
    /// - Throws: `Failure`, one sentence about the first option that is wrong, or about a server
    ///   that cannot be used.
    package func open<User>(
        _ make: (RedisLocation, RedisConfiguration) -> User,
        check: (User) async throws -> Void, close: (User) -> Void
    ) async throws -> User? {
        guard let (location, configuration) = try place() else { return nil }
        let user = make(location, configuration)
        do {
            try await check(user)
        } catch RedisError.unfit(let reason) {
            close(user)
            // It is mended at the server, not here.
            throw Failure("--\(Use.option): \(reason)", EX_TEMPFAIL)
        } catch {
            // It may come. Until then the health says so.
        }
        return user
    }

    /// Where the server is; nil for a process that is the only one.
    ///
    /// - Throws: `Failure`, one sentence about the first option that is wrong.
    package func place() throws -> (RedisLocation, RedisConfiguration)? {
        guard let url else {
            guard passwordFile == nil, !plaintext else {
                throw Failure.configuration("--\(Use.option)-… options need --\(Use.option)")
            }
            return nil
        }
        let location = try Failure.ofOption("--\(Use.option): ") {
            try RedisLocation(argument: url)
        }
        guard location.isLocal || plaintext else {
            throw Failure.configuration(
                "--\(Use.option) is on another machine, and TLS is not spoken to it: have stunnel listen "
                    + "on the loopback interface and name that, or say --\(Use.option)-plaintext if the "
                    + "network between is trusted")
        }
        var configuration = RedisConfiguration()
        configuration.allowsRemotePlaintext = plaintext
        configuration.password = try passwordFile.map(password)
        return (location, configuration)
    }

    private func password(inFile path: String) throws -> String {
        let option = "--\(Use.option)-password-file"
        var text = try Failure.ofSecretFile(path, option: option)
        if text.hasSuffix("\n") || text.hasSuffix("\r\n") { text.removeLast() }
        guard !text.isEmpty, !text.contains(where: \.isNewline) else {
            throw Failure.configuration("\(option): \(path) has one line: the password")
        }
        return text
    }
}
