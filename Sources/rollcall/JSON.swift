import FoundationEssentials
import MessageJSON

/// A value as `--json` prints it.
enum JSON: Encodable, Equatable {
    case null
    case bool(Bool)
    case number(Int64)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// Null for an empty text.
    static func optional(_ text: String) -> JSON {
        text.isEmpty ? .null : .string(text)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }

    /// One line, the keys in alphabetical order. Hidden characters stand as `\u` escapes, as the
    /// line may be read on a terminal.
    func line() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(self), as: UTF8.self)
        return text.unicodeScalars.reduce(into: "") { line, scalar in
            line += scalar.isHidden ? scalar.jsonEscape : String(scalar)
        }
    }
}
