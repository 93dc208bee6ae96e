import ArgumentParser

/// What a command does as the user who is signed in, and the options that no other command has.
/// `UserActionCommand` makes it a command, with the options that all such commands have.
protocol UserAction: ParsableArguments {
    /// The word on the command line.
    static var name: String { get }
    static var abstract: String { get }
    static var discussion: String { get }

    func run(_ command: Command) async throws
}

extension UserAction {
    static var discussion: String { "" }

    static var command: any ParsableCommand.Type { UserActionCommand<Self>.self }
}

struct UserActionCommand<Action: UserAction>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Action.name, abstract: Action.abstract, discussion: Action.discussion)
    }

    @OptionGroup var action: Action
    @OptionGroup var common: CommonOptions

    /// Says why if it fails.
    ///
    /// - Throws: `ExitCode`, with the status that `CommandStatus` documents.
    func run() async throws {
        try await common.run { try await action.run($0) }
    }
}
