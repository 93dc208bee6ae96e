import Foundation

/// What a command found out: one JSON object on one line.
struct Report {
    enum Value: Encodable {
        case text(String)
        case whole(Int)
        case decimal(Double)
        case counts([String: Int])
        case decimals([String: Double])

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let value): try container.encode(value)
            case .whole(let value): try container.encode(value)
            case .decimal(let value): try container.encode(value)
            case .counts(let value): try container.encode(value)
            case .decimals(let value): try container.encode(value)
            }
        }
    }

    private(set) var fields: [String: Value]

    init(_ fields: [String: Value]) {
        self.fields = fields
    }

    mutating func add(_ more: [String: Value]) {
        fields.merge(more) { $1 }
    }

    /// To standard output, at once.
    func print() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        FileHandle.standardOutput.write(try encoder.encode(fields) + Data("\n".utf8))
    }
}
