import ArgumentParser
import MessageJSON
import RollcallRPC

extension ContractCommands {
    /// A command that calls an RPC.
    struct Definition: Sendable {
        /// Such as `rollcall.v1.AuthAdminService`.
        let service: String
        let method: MethodDescriptor
        /// The fields of the request.
        let request: [FieldDescriptor]
        let answer: Answer
        /// How a user is named in the request; nil when none is.
        let user: UserField?
        /// A `rollcall.rpc.v1.Command`.
        private let options: [String: JSON]

        init(_ service: String, _ method: MethodDescriptor, _ options: [String: JSON]) {
            (self.service, self.method, self.options) = (service, method, options)
            request = ContractCommands.pool.message(method.request)?.fields ?? []
            answer = Answer(method)
            user = UserField(request, at: Self.server(of: service))
        }

        /// Such as `admin user disable`.
        var words: String { options.text("name") }

        var help: CommandHelp { CommandHelp(options.text("help")) }

        /// What is asked before the call; empty for nothing.
        var question: String { options.text("confirm") }

        /// The flag with which that is asked; empty to ask always.
        var questionFlag: String { options.text("confirmIf") }

        /// What is said after it; empty for the fields of the answer.
        var done: String { options.text("done") }

        /// What is said, with exit status 5, if there were entries as `isConflict` finds them.
        var conflict: String { options.text("conflict") }

        /// What is said besides the error when a stream breaks off.
        var interrupted: String { options.text("interrupted") }

        /// Whether a message of a stream is an entry with which the command fails at its end.
        func isConflict(_ entry: [String: JSON], of type: MessageDescriptor) -> Bool {
            let parts = options.text("conflictIf").split(separator: "=")
            guard let field = type.fields.first(where: { $0.name == parts.first ?? "" }) else {
                return false
            }
            return field.text(entry[field.jsonName]) == parts.last ?? ""
        }

        /// Whether it is about the user who is signed in if none is named.
        var isOwn: Bool { options["isOwn"] == .bool(true) }

        /// Whether the request names the fields that it changes: those that are given.
        var hasMask: Bool { request.contains { $0.name == "update_mask" } }

        /// Members of the request that are not given as arguments.
        var fixed: [String: JSON] {
            (try? JSON(Array(options.text("request").utf8))).messages.first ?? [:]
        }

        var parent: String { words.parent }

        /// Whether it is called as an administrator.
        var isForAdministrators: Bool { method.rule == .admin }

        /// The service that answers it.
        var server: ServerName { Self.server(of: service) }

        private static func server(of service: String) -> ServerName {
            let name = service.split(separator: ".").last ?? ""
            return name.hasPrefix("Profile")
                ? .profile
                : name.hasPrefix("Presence") ? .presence : .auth
        }

        var configuration: CommandConfiguration {
            let shown = answer.list?.typeName ?? answer.only?.typeName ?? method.response
            let forEach = answer.list == nil && !method.serverStreams ? "" : ", for each"
            let json = "JSON: \(shown)\(forEach), as rollcall rpc describe shows it."
            return CommandConfiguration(
                commandName: words.lastWord, abstract: help.abstract,
                discussion: help.more.isEmpty ? json : "\(help.more)\n\n\(json)")
        }

        /// The user, the fields of the request, and what the command needs besides.
        var arguments: [CommandArgument] {
            let fields = request.filter { field in
                fixed[field.jsonName] == nil && !answer.isOfPages(field)
                    && field.name != "update_mask" && !UserField.covers(field)
            }
            var arguments =
                user.map { _ in
                    [
                        CommandArgument.user(
                            isForAdministrators: isForAdministrators, isOwn: isOwn,
                            isFilter: request.contains { $0.name == "page_token" })
                    ]
                } ?? []
            arguments += fields.flatMap(\.alternatives).map {
                CommandArgument($0, isFirst: $0.number == 1, hasMask: hasMask)
            }
            if !question.isEmpty {
                arguments.append(.flag("yes", "Do not ask, as in a script."))
            }
            if let file = answer.file {
                arguments.append(.file(file))
                if file.isSensitive {
                    arguments.append(.flag("show-sensitive", "Print the \(file.label)."))
                }
            }
            if isForAdministrators { arguments.append(.flag("operator", AdminIdentity.help)) }
            return arguments
        }

        /// What the request for the next page has; nil after the last page.
        func next(after members: [String: JSON]) -> [String: JSON]? {
            let token = members.text("nextPageToken")
            return token.isEmpty ? nil : ["pageToken": .string(token)]
        }

        /// Checks what ArgumentParser cannot know.
        func validate(_ texts: [String: [String]]) throws {
            let choices = arguments.filter(\.isChoice)
            // A secret is asked for if nothing is given.
            let least = choices.isEmpty || choices.contains { !$0.prompt.isEmpty } ? 0 : 1
            guard (least...1).contains(choices.count { texts[$0.key] != nil }) else {
                throw ValidationError(
                    "Give one of these: \(choices.map(\.shown).joined(separator: ", ")).")
            }
            let changes = arguments.filter(\.isChange)
            guard changes.isEmpty || changes.contains(where: { texts[$0.key] != nil }) else {
                throw ValidationError("Nothing was named to change.")
            }
            guard let file = answer.file, file.isSensitive else { return }
            let option = file.argument.text("file")
            guard (texts[option] != nil) != (texts["show-sensitive"] != nil) else {
                throw ValidationError(
                    "Say where the \(file.label) goes: --\(option) FILE or --show-sensitive.")
            }
        }
    }

    /// What an RPC answers with.
    struct Answer: Sendable {
        let type: MessageDescriptor?
        /// The field that has the entries of a list.
        let list: FieldDescriptor?
        /// The field that has the whole answer, of an answer without others.
        let only: FieldDescriptor?
        /// The field that can be written to a file.
        let file: FieldDescriptor?

        init(_ method: MethodDescriptor) {
            type = ContractCommands.pool.message(method.response)
            let fields = type?.fields ?? []
            let lists = fields.filter { $0.isRepeated && $0.kind == .message }
            list = lists.count == 1 && !method.serverStreams ? lists[0] : nil
            file = fields.first { !$0.argument.text("file").isEmpty }
            let isAlone = fields.count == 1 && list == nil && fields[0].kind == .message
            only = isAlone && !method.serverStreams ? fields[0] : nil
        }

        /// Whether a field of the request says which page is wanted.
        func isOfPages(_ field: FieldDescriptor) -> Bool {
            list != nil && ["page_size", "page_token"].contains(field.name)
        }
    }
}
