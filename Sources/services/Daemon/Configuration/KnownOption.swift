import ArgumentParser
import Foundation

/// An option of a program, as its help describes it.
struct KnownOption: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        /// Has a value, and what the help calls it, such as `seconds`.
        case value(String)
        /// Is said or not.
        case flag
        /// Is said as `--name` or as `--no-name`.
        case choice
    }

    let name: String
    let kind: Kind
    let canRepeat: Bool
    /// Nil without a default.
    let standard: String?
    let help: String

    var isFlag: Bool { kind == .flag || kind == .choice }

    /// What its variable in the environment begins with: not as those of the command line
    /// `rollcall`.
    static let prefix = "ROLLCALLD_"

    var variable: String { Self.prefix + name.uppercased().replacing("-", with: "_") }

    /// Those that a configuration file can have, in the order of the help.
    ///
    /// ArgumentParser tells of them only in the form that man pages are made of.
    static func all(of command: any ParsableCommand.Type) -> [KnownOption] {
        let description = try? JSONDecoder().decode(
            Description.self, from: Data(command._dumpHelp().utf8))
        let arguments = description?.command.arguments.filter(\.shouldDisplay) ?? []
        let flags = Set(arguments.filter { $0.kind == "flag" }.map(\.name))
        return arguments.filter { argument in
            !forTheCommandLine.contains(argument.name)
                && !(argument.name.hasPrefix("no-")
                    && flags.contains(String(argument.name.dropFirst(3))))
        }.map { KnownOption($0, hasOpposite: flags.contains("no-\($0.name)")) }
    }

    private static let forTheCommandLine: Set = [
        "config", "check", "print-config", "restored", "help", "version",
    ]
}

extension KnownOption {
    private struct Description: Decodable {
        struct Command: Decodable {
            let arguments: [Argument]
        }
        let command: Command
    }

    private struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }
        let kind: String
        let shouldDisplay: Bool
        let isRepeating: Bool
        let names: [Name]?
        let valueName: String?
        let defaultValue: String?
        let abstract: String?

        var name: String { names?.first { $0.kind == "long" }?.name ?? "" }
    }

    private init(_ argument: Argument, hasOpposite: Bool) {
        name = argument.name
        canRepeat = argument.isRepeating
        help = argument.abstract ?? ""
        if argument.kind == "option" {
            kind = .value(argument.valueName ?? "value")
            standard = argument.defaultValue
        } else {
            kind = hasOpposite ? .choice : .flag
            standard = argument.defaultValue == "--\(name)" ? "yes" : "no"
        }
    }
}
