/// Why bytes are not taken as a message.
public enum CodecError: Error, Hashable, Sendable {
    /// The bytes are not a message of the type.
    case malformed
    /// The message would take more memory than its size justifies.
    case overBudget
    /// Messages are nested deeper than `CodecLimits.depth`.
    case tooDeep
    /// A string is not UTF-8. The field is the path from the message by the names in the .proto,
    /// such as `users[3].display_name`.
    case invalidUTF8(field: String)
    /// A string has a NUL in it. The field is as above.
    case nulInString(field: String)

    /// The field that is at fault, where it is one.
    package var field: String? {
        switch self {
        case .malformed, .overBudget, .tooDeep: nil
        case .invalidUTF8(let field), .nulInString(let field): field
        }
    }

    /// The same of the message that has the message in a field.
    @usableFromInline
    package func inside(_ outer: String) -> CodecError {
        switch self {
        case .malformed, .overBudget, .tooDeep: self
        case .invalidUTF8(let field): .invalidUTF8(field: "\(outer).\(field)")
        case .nulInString(let field): .nulInString(field: "\(outer).\(field)")
        }
    }
}

extension CodecError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .malformed: "the message is malformed"
        case .overBudget: "the message would take more memory than its size justifies"
        case .tooDeep: "messages are nested deeper than \(CodecLimits.depth)"
        case .invalidUTF8(let field): "`\(field)` is not UTF-8"
        case .nulInString(let field): "`\(field)` has a NUL in it"
        }
    }
}
