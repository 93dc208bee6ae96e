import ArgumentParser
import RollcallClient
import RollcallRPC

/// The options that every command has but those that have JSON of their own.
struct CommonOptions: ParsableArguments {
    @OptionGroup var services: ServiceOptions

    @Flag(help: "Print JSON, one object a line.")
    var json = false

    /// Runs a command, and says why if it fails.
    ///
    /// - Throws: `ExitCode`, with the status that `CommandStatus` documents.
    func run(_ command: (Command) async throws -> Void) async throws {
        try await services.run(Output(isJSON: json), command)
    }
}

/// What a command works with.
struct Command {
    let services: ServiceOptions
    let environment: [String: String]
    let endpoints: RollcallSession.Endpoints
    let tls: ClientTLS?
    let rollcall: RollcallSession
    let store: FileSessionStore
    let output: Output

    /// - Throws: `SessionError.notSignedIn`.
    func storedSession() throws -> StoredSession {
        guard let session = try store.load() else { throw SessionError.notSignedIn }
        return session
    }
}
