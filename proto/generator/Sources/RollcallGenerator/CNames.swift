import SwiftProtobufPluginLibrary

/// The names that protoc-c gives to things.
enum CNames {
    /// The struct of a message: `Rollcall__V1__SignUpRequest`.
    static func structure(_ message: Descriptor) -> String {
        message.fullName.split(separator: ".").map(camel).joined(separator: "__")
    }

    /// The function that initialises the struct: `rollcall__v1__sign_up_request__init`.
    static func initializer(_ message: Descriptor) -> String {
        message.fullName.split(separator: ".").map(lower).joined(separator: "__") + "__init"
    }

    /// The member of the struct. `ForProtobufC` gives it this name, so that protoc-c has nothing
    /// to change about it.
    static func field(named name: String) -> String {
        let lowered = name.lowercased()
        return reserved.contains(lowered) ? lowered + "_" : lowered
    }

    /// The oneof; its case is in the member `<name>_case`.
    static func oneof(named name: String) -> String {
        lower(name[...])
    }

    /// `sign_up` -> `SignUp`
    private static func camel(_ name: Substring) -> String {
        name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// `SignUp` -> `sign_up`, but `HTTPInner` -> `httpinner`
    private static func lower(_ name: Substring) -> String {
        var result = ""
        var followsUpper = true
        for character in name {
            if character.isUppercase && !followsUpper {
                result += "_"
            }
            result += character.lowercased()
            followsUpper = character.isUppercase
        }
        return result
    }

    /// What a member of a C struct cannot be called: the words of C and C++, macros of GNU C, the
    /// member that every struct has, and what means something else after a dot in Swift.
    private static let reserved: Set<String> = [
        "alignas", "alignof", "and", "and_eq", "asm", "atomic_cancel", "atomic_commit",
        "atomic_noexcept", "auto", "base", "bitand", "bitor", "bool", "break", "case", "catch",
        "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield",
        "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit",
        "continue", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else",
        "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if",
        "import", "init", "inline", "int", "linux", "long", "module", "mutable", "namespace", "new",
        "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private", "protected",
        "public", "reflexpr", "register", "reinterpret_cast", "requires", "restrict", "return",
        "self",
        "short", "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch",
        "synchronized", "template", "this", "thread_local", "throw", "true", "try", "typedef",
        "typeid", "typename", "typeof", "union", "unix", "unsigned", "using", "virtual", "void",
        "volatile", "wchar_t", "while", "xor", "xor_eq",
    ]
}
