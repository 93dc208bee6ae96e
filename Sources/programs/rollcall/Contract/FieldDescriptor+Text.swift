import MessageJSON
import RollcallClient

/// A field of the contract on the command line: its name, and its value as people read and write
/// it.
extension FieldDescriptor {
    /// Its options for commands.
    var argument: [String: JSON] { options.messages(51008, "Argument").last ?? [:] }

    /// An integer of 64 bits that ends in `_ms` is a time, one of 32 bits a duration.
    var isTime: Bool { kind == .int64 && name.hasSuffix("_ms") }
    var isDuration: Bool { kind == .uint32 && name.hasSuffix("_ms") }

    /// The fields of the message that it holds.
    private var parts: [FieldDescriptor] {
        kind == .message ? ContractCommands.pool.message(typeName)?.fields ?? [] : []
    }

    /// The fields that are arguments of a command: itself, or the alternatives of a message of
    /// which one is a secret to ask for, such as `Reauthentication`.
    var alternatives: [FieldDescriptor] {
        parts.contains { !$0.argument.text("ask").isEmpty } ? parts : [self]
    }

    /// What its value is called in a usage line; nil for its own name.
    var valueName: String? {
        isTime
            ? "time"
            : isDuration
                ? "seconds"
                : kind == .bool
                    ? "bool"
                    : parts.count > 1 ? parts.map(\.label).joined(separator: "=") : nil
    }

    /// What a person calls it, such as `created` for `created_at_ms`.
    var label: String {
        let own = argument.text("name")
        guard own.isEmpty else { return own }
        var words = name.split(separator: "_")
        if words.count > 1, words.first == "is" { words.removeFirst() }
        for end in ["ms", "at", "id"] where words.count > 1 && words.last == end[...] {
            words.removeLast()
        }
        return words.joined(separator: " ")
    }

    /// The values of its enum, and their words: `signed-in` for `VISIBILITY_SIGNED_IN`. Empty for
    /// other kinds.
    var words: [(word: String, name: String)] {
        guard kind == .enum, let type = ContractCommands.pool.enum(typeName),
            let prefix = type.values.first?.name.dropLast("UNSPECIFIED".count)
        else { return [] }
        return type.values.dropFirst().map { value in
            (value.name.dropFirst(prefix.count).lowercased().replacing("_", with: "-"), value.name)
        }
    }

    /// The value that a text of the command line says.
    ///
    /// - Throws: `MappingError`.
    func json(_ text: String) throws -> JSON {
        switch kind {
        case .bool:
            guard ["true", "false"].contains(text) else {
                throw MappingError("give true or false")
            }
            return .bool(text == "true")
        case .message:
            let texts = text.split(separator: "=").map(String.init)
            guard texts.count == parts.count else {
                throw MappingError("give \(parts.map(\.label).joined(separator: "="))")
            }
            return .object(
                Dictionary(
                    uniqueKeysWithValues: try zip(parts, texts).map {
                        ($0.jsonName, try $0.json($1))
                    }))
        case .enum:
            guard let value = words.first(where: { $0.word == text }) else {
                throw MappingError("give \(words.map(\.word).joined(separator: ", "))")
            }
            return .string(value.name)
        case _ where isTime:
            let now = RollcallSession.systemTime()
            guard let time = UntilTime.milliseconds(text, now: now) else {
                throw MappingError("give \(UntilTime.forms)")
            }
            return .string("\(time)")
        case _ where isDuration:
            guard let seconds = Double(text), (0...4e6).contains(seconds) else {
                throw MappingError("that is not a number of seconds")
            }
            return .number(Int64(seconds * 1000))
        case .string: return .string(text)
        default:
            guard Int64(text) != nil || UInt64(text) != nil else {
                throw MappingError("that is not a whole number")
            }
            return .string(text)
        }
    }

    /// A value of it for a person; empty for a text, a time, an enum or a message that is missing.
    func text(_ value: JSON?) -> String {
        switch value {
        case .array(let values):
            values.map { text($0) }.joined(separator: parts.count > 2 ? "\n" : ", ")
        case .object(let members):
            parts.map { $0.inlineText(members[$0.jsonName]) }.filter { !$0.isEmpty }
                .joined(separator: " ")
        case .string(let name) where kind == .enum:
            words.first { $0.name == name }?.word ?? name
        case .string(let number) where isTime: Int64(number)?.timeText ?? number
        case .string(let text): text
        case .bool(let value): value ? "yes" : "no"
        case .number(let number): "\(number)"
        case .null, nil:
            isRepeated || isTime || hasPresence
                || [.string, .bytes, .enum, .message].contains(kind)
                ? "" : kind == .bool ? "no" : "0"
        }
    }

    /// A value between others on one line: a time has its label, and a bool is a word if it is
    /// true.
    private func inlineText(_ value: JSON?) -> String {
        let text = text(value)
        if kind == .bool { return value == .bool(true) ? label : "" }
        return isTime && !text.isEmpty ? "\(label) \(text)" : text
    }
}
