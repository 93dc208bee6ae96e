import ArgumentParser
import MessageJSON

/// An argument of a command: a field of the request, the user that it names, or an option of the
/// command.
struct CommandArgument: Sendable {
    /// How often it is given.
    enum Count { case flag, once, optional, several, anyNumber }

    /// The name of the field, or of the option.
    let key: String
    /// On the command line.
    let name: String
    let help: String
    let count: Count
    var valueName: String?
    var isPositional = false
    /// Whether it is one of several arguments of which one must be given.
    var isChoice = false
    /// The text that counts when none is given.
    var standard: [String] = []
    /// The question for a secret, which the command line names only by a file; empty for no secret.
    var prompt = ""
    /// Whether it is one of several changes, of which at least one is named.
    var isChange = false
    /// What a text says in JSON.
    ///
    /// - Throws: `MappingError`, which says how it is written.
    var read: @Sendable (String) throws -> JSON = { .string($0) }

    /// As a message names it.
    var shown: String { isPositional ? "<\(name)>" : "--\(name)" }
}

extension CommandArgument {
    /// An argument for a field of a request.
    ///
    /// - Parameters:
    ///   - isFirst: whether it is the request's first field.
    ///   - hasMask: whether the request names the fields that it changes.
    init(_ field: FieldDescriptor, isFirst: Bool, hasMask: Bool) {
        let options = field.argument
        key = field.name
        prompt = options.text("ask")
        let option = field.label.replacing(" ", with: "-")
        name = prompt.isEmpty ? option : "\(option)-file"
        isChoice = field.oneof != nil
        // A field with presence, such as a revision, says itself whether it is given.
        isChange = hasMask && !field.hasPresence
        let isPlain = ![.bool, .enum, .message].contains(field.kind)
        let isByPlace = options["isPositional"].map { $0 == .bool(true) } ?? (isFirst && isPlain)
        isPositional = isByPlace && prompt.isEmpty
        let text = options.text("default")
        standard = text.isEmpty ? [] : [text]
        let isNeeded = isPositional && !isChoice || options["isRequired"] == .bool(true)
        count =
            field.kind == .bool && !isChange
            ? .flag
            : field.isRepeated
                ? (isNeeded ? .several : .anyNumber)
                : isNeeded ? .once : .optional
        let words = field.words.map(\.word).joined(separator: ", ")
        let notes = [
            options.text("help"),
            words.isEmpty ? "" : "One of: \(words).",
            field.isTime ? "Such as \(UntilTime.forms)." : "",
            text.isEmpty ? "" : "\(text) by default.",
            prompt.isEmpty
                ? ""
                : "Read the \(field.label) from the first line of a file, - for standard "
                    + "input, instead of asking for it.",
        ]
        help = notes.filter { !$0.isEmpty }.joined(separator: " ")
        valueName = prompt.isEmpty ? field.valueName : "file"
        read = { prompt in { prompt.isEmpty ? try field.json($0) : .string($0) } }(prompt)
    }

    /// What is asked for on a terminal, unless a file has it.
    func secret(_ file: String?) throws -> String {
        let what = "the \(name.dropLast("-file".count).replacing("-", with: " "))"
        if let file { return try SecretFile.firstLine(of: file, what) }
        return key.hasPrefix("new")
            ? try HiddenPrompt.askTwice(prompt, for: what, option: "--\(name)")
            : try HiddenPrompt.ask(prompt, for: what, option: "--\(name)")
    }

    /// - Parameters:
    ///   - isOwn: whether the user who is signed in is meant if none is named.
    ///   - isFilter: whether all users are meant if none is named: in a list of pages.
    static func user(isForAdministrators: Bool, isOwn: Bool, isFilter: Bool) -> CommandArgument {
        CommandArgument(
            key: "user", name: "user",
            help: isForAdministrators
                ? "An e-mail address, a display name or an id\(isFilter ? "; all by default." : ".")"
                : "A display name or an id\(isOwn ? "; you by default." : ".")",
            count: isOwn || isFilter ? .optional : .once, isPositional: true)
    }

    static func flag(_ name: String, _ help: String) -> CommandArgument {
        CommandArgument(key: name, name: name, help: help, count: .flag)
    }

    /// The option for the file that a field of the answer goes to.
    static func file(_ field: FieldDescriptor) -> CommandArgument {
        let name = field.argument.text("file")
        return CommandArgument(
            key: name, name: name, help: field.argument.text("help"), count: .optional,
            valueName: "file")
    }
}

// MARK: - As ArgumentParser has it

extension CommandArgument {
    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// A property wrapper of ArgumentParser.
    var definition: any Decodable {
        let check: @Sendable (String) throws -> String = { text in
            do {
                _ = try read(text)
                return text
            } catch let error as MappingError {
                throw ValidationError("\(error)".sentence)
            }
        }
        let help = ArgumentHelp(help, valueName: valueName ?? (isPositional ? name : nil))
        let option = NameSpecification.customLong(name)
        return switch (count, isPositional) {
        case (.flag, _): Flag(wrappedValue: false, name: option, help: help)
        case (.once, true): Argument<String>(help: help, transform: check)
        case (.once, false): Option<String>(name: option, help: help, transform: check)
        case (.optional, true): Argument<String?>(help: help, transform: check)
        case (.optional, false): Option<String?>(name: option, help: help, transform: check)
        case (.several, true), (.anyNumber, true):
            Argument<[String]>(help: help, transform: check)
        case (.several, false): Option<[String]>(name: option, help: help, transform: check)
        case (.anyNumber, false):
            Option<[String]>(wrappedValue: [], name: option, help: help, transform: check)
        }
    }

    /// What was given: nothing, a text, or several.
    func texts(in container: KeyedDecodingContainer<Key>) throws -> [String] {
        func decoded<Wrapper: Decodable>(_: Wrapper) throws -> any Decodable {
            try container.decode(Wrapper.self, forKey: Key(stringValue: key))
        }
        return switch try decoded(definition) {
        case let flag as Flag<Bool>: flag.wrappedValue ? ["true"] : []
        case let argument as Argument<String>: [argument.wrappedValue]
        case let option as Option<String>: [option.wrappedValue]
        case let argument as Argument<String?>: argument.wrappedValue.map { [$0] } ?? standard
        case let option as Option<String?>: option.wrappedValue.map { [$0] } ?? standard
        case let argument as Argument<[String]>: argument.wrappedValue
        case let option as Option<[String]>: option.wrappedValue
        default: []
        }
    }
}
