import MessageJSON
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import RollcallWire

/// One run of a command of the contract.
struct CommandCall {
    private typealias Members = [String: JSON]

    /// Of each call, but for those that stream as long as it takes, and those that ask before they
    /// begin: some of these change all accounts.
    static let timeout = Duration.seconds(15)

    private let command: ContractCommands.Definition
    private let texts: [String: [String]]
    private let base: Command
    private var pool: DescriptorPool { ContractCommands.pool }

    /// - Parameter texts: what was given, by the keys of the arguments.
    init(_ command: ContractCommands.Definition, _ texts: [String: [String]], _ base: Command) {
        (self.command, self.texts, self.base) = (command, texts, base)
    }

    func run() async throws {
        let flag = command.questionFlag
        if !command.question.isEmpty, flag.isEmpty || texts[flag] != nil {
            var confirmation = Confirmation()
            confirmation.yes = texts["yes"] != nil
            try confirmation.ask(filled(command.question, ([:], nil)))
        }
        // A place first: what cannot be written down may not come again.
        let file = command.answer.file.flatMap { texts[$0.argument.text("file")]?.first }
        let draft = try file.map { try FileDraft(ofNew: $0) }
        try await calling(command.server) { client in
            do {
                var request = try await request()
                let bytes: [UInt8]
                do {
                    bytes = try await show(request, client)
                } catch let error as RPCError where error.reasons.contains(.factorRequired) {
                    let code = try ProofOptions.askForFactor()
                    request["proof"] = (request["proof"] ?? [:]).with(["factorCode": code])
                    bytes = try await show(request, client)
                }
                if let draft, let file, let field = command.answer.file, !bytes.isEmpty {
                    try draft.keep(bytes)
                    if !base.output.isJSON {
                        try base.output.say(.null, text: "\(field.label) written to \(file)")
                    }
                }
            } catch let error as RPCError {
                throw ErrorAbout(error: error, subject: subject(of: error))
            }
        }
    }

    /// Calls a service: as an administrator or the operator, or as the user who is signed in.
    private func calling<Result>(
        _ server: ServerName, _ call: (any RPCClient) async throws -> Result
    ) async throws -> Result {
        guard command.isForAdministrators else {
            let connection = NetworkClient(
                base.endpoints[keyPath: server.place], tls: base.tls, logger: .silent)
            defer { connection.close() }
            return try await call(base.rollcall.authorizing(connection.retrying()))
        }
        return try await base.asAdministrator(
            of: server, asOperator: texts["operator"] != nil, call)
    }
}

// MARK: - The request

extension CommandCall {
    private func request() async throws -> Members {
        var request = command.fixed
        var mask: [JSON] = []
        for field in command.request {
            // Of alternatives, the secret is asked for if none is given.
            let isGiven = field.alternatives.contains {
                ($0.oneof != nil || $0.name == field.name) && texts[$0.name] != nil
            }
            for part in field.alternatives {
                guard let argument = command.arguments.first(where: { $0.key == part.name }) else {
                    continue
                }
                var given = texts[argument.key] ?? []
                let asks = !argument.prompt.isEmpty && given.isEmpty != isGiven
                if asks { given = [try argument.secret(given.first)] }
                let isAlternative = part.name != field.name
                // An empty password is none: a fresh session may need none.
                guard !given.isEmpty, !isAlternative || given != [""] else { continue }
                var values = try given.map(argument.read)
                if argument.isChange {
                    mask.append(.string(field.name))
                    // An empty text alone removes all of a list.
                    if field.isRepeated { values.removeAll { $0 == .string("") } }
                }
                let value = part.isRepeated ? .array(values) : values[0]
                request[field.jsonName] =
                    isAlternative
                    ? (request[field.jsonName] ?? [:]).with([part.jsonName: value]) : value
            }
        }
        if command.hasMask { request["updateMask"] = .array(mask) }
        guard let user = command.user else { return request }
        let own = command.isOwn ? UserKey.Key.userID(try base.storedSession().userID) : nil
        let text = texts["user"]?.first
        // Such as an empty variable of a script, which must not mean oneself.
        guard text != "" else {
            throw Failure(.usage, "The user is empty. Give an address, a name or an id.")
        }
        guard let key = text.flatMap(UserKey.Key.init) ?? own else { return request }
        return request.merging(try await user.members(for: key, id: userID)) { $1 }
    }

    /// The id of a user whom a service knows by nothing else.
    private func userID(of key: UserKey.Key) async throws -> String {
        if case .userID(let id) = key { return id }
        guard command.isForAdministrators else {
            throw Failure(.usage, "A user is named by display name or id here: \(key.text)")
        }
        return try await calling(.auth) { client in
            try await about(key.text) {
                try await AuthAdminServiceClient(client).getUser(
                    GetUserRequest(user: UserKey(key: key))
                )
                .user?.userID ?? ""
            }
        }
    }

    private func message(_ request: Members) throws -> RawMessage {
        do {
            return RawMessage(
                try pool.message(
                    json: Array(JSON.object(request).line().utf8), as: command.method.request))
        } catch {
            throw Failure(.invalid, "\(error)".sentence)
        }
    }
}

// MARK: - The answer

extension CommandCall {
    /// Calls the RPC, for all pages, and shows what it answers.
    ///
    /// - Returns: the bytes for the file.
    private func show(_ request: Members, _ client: any RPCClient) async throws -> [UInt8] {
        guard let type = command.answer.type else { return [] }
        if command.method.serverStreams { return try await showStream(request, client, type) }
        var (request, isFirst) = (request, true)
        var bytes: [UInt8] = []
        if command.request.contains(where: { $0.name == "page_token" }) {
            request["pageSize"] = .number(500)
        }
        while true {
            let answer = try await client.unary(
                command.method.rpc(of: command.service, .unary), message(request),
                CallOptions(timeout: command.question.isEmpty ? Self.timeout : .seconds(300)))
            var members = try pool.members(answer.bytes, command.method.response)
            bytes += take(&members)
            try show(members, type, isFirst: isFirst)
            guard let next = command.next(after: members) else { return bytes }
            request.merge(next) { $1 }
            isFirst = false
        }
    }

    /// Takes the field for a file out of an answer.
    private func take(_ members: inout Members) -> [UInt8] {
        guard let field = command.answer.file, texts["show-sensitive"] == nil,
            case .string(let text)? = members.removeValue(forKey: field.jsonName)
        else { return [] }
        return field.kind == .bytes
            ? Base64.standard.decode(text.replacing("=", with: "")) ?? [] : Array("\(text)\n".utf8)
    }

    private func show(_ members: Members, _ type: MessageDescriptor, isFirst: Bool) throws {
        let (output, answer) = (base.output, command.answer)
        if !output.isJSON, isFirst, !command.done.isEmpty {
            try output.say(.null, text: filled(command.done, (members, type)))
        }
        if let list = answer.list, let entry = pool.message(list.typeName) {
            if isFirst, !output.isJSON { try sayBeside(list, members, type) }
            try output.say(members[list.jsonName].messages, of: entry, hasHeader: isFirst)
        } else if let only = answer.only, let type = pool.message(only.typeName) {
            try output.say(members[only.jsonName].messages.first ?? [:], of: type)
        } else if output.isJSON || command.done.isEmpty {
            try output.say(members, of: type)
        }
    }

    /// What an answer says beside its list.
    private func sayBeside(
        _ list: FieldDescriptor, _ members: Members, _ type: MessageDescriptor
    ) throws {
        let others = type.fields.filter { ![list.name, "next_page_token"].contains($0.name) }
        for field in others {
            let text = field.text(members[field.jsonName])
            if !text.isEmpty { try base.output.write(line: "\(field.label) \(text)".oneLine) }
        }
    }

    /// Shows the messages of a stream as they come.
    ///
    /// - Returns: the bytes for the file.
    private func showStream(
        _ request: Members, _ client: any RPCClient, _ type: MessageDescriptor
    ) async throws -> [UInt8] {
        var stream = StreamText(command: command, output: base.output, type: type)
        var bytes: [UInt8] = []
        do {
            let answers = try await client.serverStreaming(
                command.method.rpc(of: command.service, .serverStreaming), message(request),
                CallOptions())
            for try await answer in answers {
                var members = try pool.members(answer.bytes, command.method.response)
                bytes += take(&members)
                if !members.isEmpty { try stream.show(members) }
                if let state = stream.state {
                    base.output.show(progress: filled(command.done, state))
                }
            }
        } catch {
            guard !command.interrupted.isEmpty, let state = stream.state else { throw error }
            var failure = Failure(error)
            failure.message += "\n" + filled(command.interrupted, state)
            throw failure
        }
        if !command.done.isEmpty {
            guard let state = stream.state else {
                throw Failure(.tryLater, "The answer was cut off. Run the command again.")
            }
            if !base.output.isJSON {
                try base.output.say(.null, text: filled(command.done, state))
            }
        }
        guard stream.conflicts == 0 else {
            throw Failure(
                status: .conflict, code: "FAILED_PRECONDITION",
                message: command.conflict.replacing("{count}", with: "\(stream.conflicts)"))
        }
        return bytes
    }
}

// MARK: - Sentences

extension CommandCall {
    /// A sentence of the contract, with its `{name}`s filled in.
    private func filled(_ sentence: String, _ answer: StreamText.Part) -> String {
        sentence.replacing(/\{([a-z_-]+)\}/) { match -> String in
            if let argument = command.arguments.first(where: { $0.name == match.1 }) {
                return texts[argument.key]?.joined(separator: ", ") ?? ""
            }
            guard let field = answer.type?.fields.first(where: { $0.name == match.1 })
            else { return "" }
            let text = field.text(answer.members[field.jsonName])
            return text.isEmpty ? "nothing" : text
        }
    }

    /// What an error is about: the argument of the field that it names, or the first by its place.
    private func subject(of error: RPCError) -> String? {
        let path = error.detail(ErrorInfo.self)?.violations.first?.field ?? ""
        let key = String(path.prefix { $0 != "." && $0 != "[" })
        let first = command.arguments.first { $0.isPositional && texts[$0.key] != nil }
        return texts[key]?.first ?? first.flatMap { texts[$0.key]?.first }
    }
}
