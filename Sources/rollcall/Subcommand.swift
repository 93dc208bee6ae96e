import ArgumentParser

/// A command that has no commands below it.
protocol Subcommand: AsyncParsableCommand {
    /// The word on the command line.
    static var name: String { get }
    static var abstract: String { get }
    static var discussion: String { get }
}

extension Subcommand {
    static var discussion: String { "" }

    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: name, abstract: abstract, discussion: discussion)
    }
}
