import ArgumentParser

/// A command that the contract describes: the one of a number in `ContractCommands`.
struct ContractCommand<Number: Ordinal>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        ContractCommands.all[Number.value].configuration
    }

    @OptionGroup var values: CommandValues<Number>
    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { base in
            try await CommandCall(ContractCommands.all[Number.value], values.texts, base).run()
        }
    }
}

/// The arguments of a command of the contract. ArgumentParser asks its mirror which there are.
struct CommandValues<Number: Ordinal>: ParsableArguments, CustomReflectable {
    /// What was given, by the keys of the arguments.
    private(set) var texts: [String: [String]] = [:]

    private static var command: ContractCommands.Definition { ContractCommands.all[Number.value] }

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CommandArgument.Key.self)
        for argument in Self.command.arguments {
            let given = try argument.texts(in: container)
            if !given.isEmpty { texts[argument.key] = given }
        }
    }

    var customMirror: Mirror {
        Mirror(
            self,
            children: Self.command.arguments.map { (label: $0.key, value: $0.definition as Any) })
    }

    func validate() throws {
        try Self.command.validate(texts)
    }
}

/// A group of commands: the one of a number in `ContractCommands`.
struct ContractGroup<Number: Ordinal>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        ContractCommands.configurations[Number.value]
    }
}
