import ArgumentParser
import Introspection
import MessageJSON

/// The commands that the contract describes, by the options of its services, RPCs and fields.
enum ContractCommands {
    static let pool = Contract.pool

    /// Every command, in the order of the .proto files.
    static let all: [Definition] = methods.flatMap { service, method in
        method.options.messages(51006, "Command").map { Definition(service, method, $0) }
    }

    /// Every group, in the order of the help.
    static let groups: [Group] =
        ownGroups
        + services.flatMap { service in
            service.options.messages(51007, "CommandGroup").map {
                Group(words: $0.text("name"), help: $0.text("help"))
            }
        }

    /// The configurations of the groups. They are made once, as ArgumentParser reads them often.
    static let configurations = groups.map(\.configuration)

    static let methods = services.flatMap { service in
        service.methods.map { (service: service.name, method: $0) }
    }

    private static let services = pool.files.values.sorted { $0.name < $1.name }.flatMap(\.services)

    /// The commands and the groups right below some words.
    static func below(_ words: String) -> [any ParsableCommand.Type] {
        func command<Number: Ordinal>(_: Number.Type) -> any ParsableCommand.Type {
            ContractCommand<Number>.self
        }
        func group<Number: Ordinal>(_: Number.Type) -> any ParsableCommand.Type {
            ContractGroup<Number>.self
        }
        let groups = ordinals(groups.count).filter { self.groups[$0.value].parent == words }
        let commands = ordinals(all.count).filter { all[$0.value].parent == words }
        return groups.map { group($0) } + commands.map { command($0) }
    }
}

extension ContractCommands {
    /// A group of commands.
    struct Group {
        /// Such as `admin user`.
        let words: String
        /// Its first paragraph is the abstract.
        let help: String
        /// Commands that the contract does not describe, before those that it does.
        var first: [any ParsableCommand.Type] = []
        /// Commands that the contract does not describe, after those that it does.
        var last: [any ParsableCommand.Type] = []

        var parent: String { words.parent }

        var configuration: CommandConfiguration {
            let help = CommandHelp(self.help)
            return CommandConfiguration(
                commandName: words.lastWord, abstract: help.abstract, discussion: help.more,
                subcommands: first + ContractCommands.below(words) + last)
        }
    }
}

/// The help of a command or a group: the first paragraph, and the others.
struct CommandHelp {
    let abstract: String
    let more: String

    init(_ text: String) {
        let end = text.firstRange(of: "\n\n")
        abstract = String(text[..<(end?.lowerBound ?? text.endIndex)])
        more = String(text[(end?.upperBound ?? text.endIndex)...])
    }
}

extension String {
    /// All words but the last.
    var parent: String { split(separator: " ").dropLast().joined(separator: " ") }

    var lastWord: String { split(separator: " ").last.map(String.init) ?? "" }
}

extension WireFields {
    /// The options of a number, which are messages of `rollcall/rpc/v1/options.proto`, in JSON.
    func messages(_ number: Int, _ type: String) -> [[String: JSON]] {
        parts(number).compactMap {
            try? ContractCommands.pool.members(Array($0), "rollcall.rpc.v1.\(type)")
        }
    }
}

extension DescriptorPool {
    /// The members of a message's JSON form, with all secrets.
    ///
    /// - Throws: for bytes that are no such message.
    func members(_ message: [UInt8], _ type: String) throws(MappingError) -> [String: JSON] {
        let text = try json(of: message, as: type, isRedacted: false)
        guard case .object(let members) = try JSON(Array(text.utf8)) else { return [:] }
        return members
    }
}

extension [String: JSON] {
    /// The text of a member; empty when it is none.
    func text(_ key: String) -> String { self[key]?.text ?? "" }
}
