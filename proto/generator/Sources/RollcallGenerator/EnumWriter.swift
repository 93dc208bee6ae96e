import SwiftProtobufPluginLibrary

/// Writes an enum. Numbers that the schema does not name are kept in a case of their own.
struct EnumWriter {
    let enumeration: EnumDescriptor
    let visibility: String

    private var named: [(value: EnumValueDescriptor, name: String)] {
        Array(zip(enumeration.values, SwiftNames.cases(of: enumeration)))
    }

    func write(to writer: inout CodeWriter) {
        let cases = named.filter { original(of: $0.value) === $0.value }
        writer.document(enumeration)
        let name = SwiftNames.type(enumeration.name)
        writer.block("\(visibility) enum \(name): OpenEnum") { writer in
            for (value, name) in cases {
                writer.document(value)
                writer.line("case \(name)")
            }
            writer.line("/// A number that this version of the schema does not name.")
            writer.line("case unrecognized(Int32)")
            writeAliases(to: &writer)
            writer.line()
            writer.block("\(visibility) init(rawValue: Int32)") { writer in
                writer.line("switch rawValue {")
                for (value, name) in cases {
                    writer.line("case \(value.number): self = .\(name)")
                }
                writer.line("default: self = .unrecognized(rawValue)")
                writer.line("}")
            }
            writer.line()
            writer.block("\(visibility) var rawValue: Int32") { writer in
                writer.line("switch self {")
                for (value, name) in cases {
                    writer.line("case .\(name): \(value.number)")
                }
                writer.line("case .unrecognized(let number): number")
                writer.line("}")
            }
        }
    }

    /// The first value that has the same number.
    private func original(of value: EnumValueDescriptor) -> EnumValueDescriptor {
        enumeration.values.first { $0.number == value.number } ?? value
    }

    private func writeAliases(to writer: inout CodeWriter) {
        for (value, name) in named {
            let original = original(of: value)
            guard original !== value else { continue }
            writer.line()
            writer.document(value)
            let originalName = named[original.index].name
            writer.line("\(visibility) static let \(name) = Self.\(originalName)")
        }
    }
}
