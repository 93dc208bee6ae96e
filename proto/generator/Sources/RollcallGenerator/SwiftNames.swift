import SwiftProtobufPluginLibrary

/// The names that things get in Swift.
enum SwiftNames {
    /// `user_id` -> `userID`, ready to stand in code.
    static func property(_ name: String) -> String {
        escaped(lowerCamel(name), taken: takenInMessages)
    }

    /// `photo_id` -> `PhotoID`
    static func upperCamel(_ name: String) -> String {
        words(name).map(capitalized).joined()
    }

    /// `SignUp` -> `signUp`, `URLOf` -> `urlOf`
    static func method(_ name: String) -> String {
        escaped(lowerFirst(name), taken: [])
    }

    /// The case of a oneof's enum.
    static func oneofCase(_ name: String) -> String {
        escaped(lowerCamel(name), taken: takenInEnums)
    }

    /// The name of a type within the type or module that holds it.
    static func type(_ name: String) -> String {
        takenTypes.contains(name) ? name + "_" : name
    }

    /// The type by its whole name in the module.
    static func qualified(_ message: Descriptor) -> String {
        qualified(message.name, in: message.containingType)
    }

    static func qualified(_ enumeration: EnumDescriptor) -> String {
        qualified(enumeration.name, in: enumeration.containingType)
    }

    private static func qualified(_ name: String, in outer: Descriptor?) -> String {
        guard let outer else { return type(name) }
        return qualified(outer) + "." + type(name)
    }

    /// The type of a oneof. `Choice` tells it from a message of the same name.
    static func type(of oneof: OneofDescriptor) -> String {
        let name = upperCamel(oneof.name)
        let nested =
            oneof.containingType.messages.map(\.name) + oneof.containingType.enums.map(\.name)
        return type(nested.contains(name) ? name + "Choice" : name)
    }

    /// The cases of an enum, without the enum's name: `REASON_EMAIL_TAKEN` -> `emailTaken`.
    static func cases(of enumeration: EnumDescriptor) -> [String] {
        let names = enumeration.values.map(\.name)
        let stripped = names.compactMap { strip(enumeration.name, from: $0) }
        return (stripped.count == names.count ? stripped : names).map {
            escaped(lowerCamel($0.lowercased()), taken: takenInEnums)
        }
    }

    private static func strip(_ enumName: String, from valueName: String) -> String? {
        var prefix = enumName.filter { $0 != "_" }.lowercased()[...]
        var rest = valueName[...]
        while let expected = prefix.first {
            guard let next = rest.popFirst() else { return nil }
            guard next != "_" else { continue }
            guard next.lowercased() == String(expected) else { return nil }
            prefix.removeFirst()
        }
        let name = rest.drop { $0 == "_" }
        return name.isEmpty ? nil : String(name)
    }
}

// MARK: - Words

extension SwiftNames {
    private static let acronyms: [String: String] = [
        "id": "ID", "ids": "IDs", "jwt": "JWT", "jwts": "JWTs", "rpc": "RPC", "rpcs": "RPCs",
        "url": "URL", "urls": "URLs",
    ]

    private static func words(_ name: String) -> [Substring] {
        name.split(separator: "_")
    }

    private static func capitalized(_ word: Substring) -> String {
        acronyms[word.lowercased()] ?? word.prefix(1).uppercased() + word.dropFirst()
    }

    private static func lowerCamel(_ name: String) -> String {
        let words = words(name)
        guard let first = words.first else { return name }
        return lowerFirst(first) + words.dropFirst().map(capitalized).joined()
    }

    private static func lowerFirst(_ name: some StringProtocol) -> String {
        let upper = name.prefix { $0.isUppercase }
        let lowered = upper.count > 1 ? upper.dropLast() : upper
        return lowered.lowercased() + name.dropFirst(lowered.count)
    }
}

// MARK: - Names that are taken

extension SwiftNames {
    private static func escaped(_ name: String, taken: Set<String>) -> String {
        if taken.contains(name) { return name + "_" }
        if name.first?.isNumber ?? true { return "_" + name }
        return keywords.contains(name) ? "`\(name)`" : name
    }

    private static let takenInMessages: Set<String> = [
        "customMirror", "debugDescription", "describedFields", "description", "encode", "init",
        "layout", "self", "serialize", "serialized", "serializedSize", "typeName",
    ]

    private static let takenInEnums: Set<String> = [
        "hash", "hashValue", "init", "none", "rawValue", "self", "some", "unrecognized",
    ]

    private static let takenTypes: Set<String> = [
        "Any", "Array", "Bool", "CodecError", "Dictionary", "Double", "FieldDescribing", "Float",
        "Int32", "Int64", "KeyValuePairs", "Message", "MessageLayout", "MessageSource",
        "MessageTarget", "Method", "OpenEnum", "Optional", "Protocol", "Redacted", "Router", "Self",
        "String", "Type", "UInt32", "UInt64", "UInt8",
    ]

    private static let keywords: Set<String> = [
        "Any", "Self", "actor", "as", "associatedtype", "await", "break", "case", "catch", "class",
        "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
        "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "inout", "internal",
        "is", "let", "nil", "open", "operator", "precedencegroup", "private", "protocol", "public",
        "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch",
        "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}
