import ArgumentParser

/// What a command does as the user who is signed in, and the options that no other command has.
/// `UserActionCommand` makes it a command, with the options that all such commands have.
protocol UserAction: ParsableArguments {
    /// The word on the command line.
    static var name: String { get }
    static var abstract: String { get }
    static var discussion: String { get }

    /// What it is about, as the user wrote it, so that errors name it.
    var subject: String? { get }

    /// Checks its options together with those that all commands have.
    ///
    /// - Throws: `ValidationError`.
    func validate(with common: CommonOptions) throws

    func run(_ command: Command) async throws
}

extension UserAction {
    static var discussion: String { "" }
    var subject: String? { nil }

    func validate(with common: CommonOptions) throws {}

    static var command: any ParsableCommand.Type { UserActionCommand<Self>.self }
}

struct UserActionCommand<Action: UserAction>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Action.name, abstract: Action.abstract, discussion: Action.discussion)
    }

    @OptionGroup var action: Action
    @OptionGroup var common: CommonOptions

    func validate() throws {
        try action.validate(with: common)
    }

    /// Says why if it fails.
    ///
    /// - Throws: `ExitCode`, with the status that `CommandStatus` documents.
    func run() async throws {
        try await common.run { command in
            try await about(action.subject) { try await action.run(command) }
        }
    }
}
