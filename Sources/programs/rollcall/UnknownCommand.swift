import ArgumentParser

/// An argument in the place of a subcommand that is not the name of one.
struct UnknownCommand: Equatable {
    let word: String
    /// The commands before it.
    let path: [String]
    /// The names of the commands there.
    let names: [String]
}

extension UnknownCommand {
    /// - Parameter arguments: those of the process, without its name.
    init?(in arguments: [String], of root: any ParsableCommand.Type = Rollcall.self) {
        var command = root
        var path = [root._commandName]
        for argument in arguments {
            let names = command.configuration.subcommands.map { $0._commandName }
            guard !names.isEmpty, !argument.hasPrefix("-"), argument != "help" else { return nil }
            guard let index = names.firstIndex(of: argument) else {
                self.init(word: argument, path: path, names: names)
                return
            }
            command = command.configuration.subcommands[index]
            path.append(argument)
        }
        return nil
    }

    var failure: Failure {
        let before = path.joined(separator: " ")
        return Failure(
            .usage,
            "There is no command \"\(before) \(word)\". There are: "
                + "\(names.joined(separator: ", ")). To explain them: \(before) --help")
    }
}
