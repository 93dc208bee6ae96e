import ArgumentParser

/// A command that calls the services as the user who is signed in.
protocol UserAction: Subcommand {
    var common: CommonOptions { get }

    /// What it is about, as the user wrote it, so that errors name it.
    var subject: String? { get }

    func run(_ command: Command) async throws
}

extension UserAction {
    var subject: String? { nil }

    /// Says why if it fails.
    ///
    /// - Throws: `ExitCode`, with the status that `CommandStatus` documents.
    func run() async throws {
        try await common.run { command in
            try await about(subject) { try await run(command) }
        }
    }
}
