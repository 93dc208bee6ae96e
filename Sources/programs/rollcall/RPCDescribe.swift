import ArgumentParser
import MessageJSON

struct RPCDescribe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe", abstract: "Show what a service, an RPC or a type looks like.")

    @Argument(
        help: """
            The full name of a service, a message or an enum, or package.Service/Method for an RPC \
            with its messages.
            """)
    var symbol: String

    @OptionGroup var servers: ServerOptions

    func run() async throws {
        try await servers.run { servers in
            let pool = try await servers.firstAnswer { try await $0.descriptors(of: symbol) }
            guard let pool, let text = pool.text(describing: symbol) else {
                throw Failure.unknown(symbol)
            }
            try Output.plain.say(.string(text), text: text)
        }
    }
}

extension DescriptorPool {
    /// A declaration as it would stand in a .proto, but with full names; nil when there is none.
    func text(describing symbol: String) -> String? {
        if let method = method(symbol) {
            let types = [method.request, method.response].compactMap { message($0) }
            return ([method.text] + types.map { text(of: $0) }).joined(separator: "\n")
        }
        if let service = service(symbol) {
            return block("service", service.name, service.methods.map(\.text))
        }
        if let message = message(symbol) { return text(of: message) }
        guard let type = `enum`(symbol) else { return nil }
        return block("enum", type.name, type.values.map { "\($0.name) = \($0.number);" })
    }

    private func text(of message: MessageDescriptor) -> String {
        var lines: [String] = []
        var written: Set<Int> = []
        for field in message.fields {
            guard let oneof = field.oneof, message.oneofs.indices.contains(oneof) else {
                lines.append(text(of: field))
                continue
            }
            guard written.insert(oneof).inserted else { continue }
            let choices = message.fields.filter { $0.oneof == oneof }
            lines += block("oneof", message.oneofs[oneof], choices.map(text)).split(
                separator: "\n"
            ).map(String.init)
        }
        return block("message", message.name, lines)
    }

    private func text(of field: FieldDescriptor) -> String {
        let type = field.typeName.isEmpty ? "\(field.kind)" : field.typeName
        let label: String
        if let entry = message(field.typeName), entry.isMapEntry, entry.fields.count == 2 {
            let types = entry.fields.map { $0.typeName.isEmpty ? "\($0.kind)" : $0.typeName }
            label = "map<\(types.joined(separator: ", "))>"
        } else if field.isRepeated {
            label = "repeated \(type)"
        } else {
            let isOptional = field.hasPresence && field.oneof == nil && field.kind != .message
            label = isOptional ? "optional \(type)" : type
        }
        return
            "\(label) \(field.name) = \(field.number);\(field.isSensitive ? "  // sensitive" : "")"
    }

    private func block(_ keyword: String, _ name: String, _ lines: [String]) -> String {
        ("\(keyword) \(name) {\n" + lines.map { "  \($0)\n" }.joined()) + "}"
    }
}

extension MethodDescriptor {
    fileprivate var text: String {
        let request = clientStreams ? "stream \(request)" : request
        let response = serverStreams ? "stream \(response)" : response
        return "rpc \(name)(\(request)) returns (\(response));  // for \(rule)"
    }
}
