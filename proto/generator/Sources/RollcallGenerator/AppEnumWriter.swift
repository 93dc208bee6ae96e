import SwiftProtobufPluginLibrary

/// Writes an enum for apps: a struct, as later versions of the contract have more values.
struct AppEnumWriter {
    let enumeration: EnumDescriptor

    func write(to writer: inout CodeWriter) {
        writer.document(enumeration)
        writer.block("public struct \(SwiftNames.type(enumeration.name)): OpenEnum") { writer in
            for (value, name) in zip(enumeration.values, SwiftNames.cases(of: enumeration)) {
                writer.document(value)
                writer.line("public static let \(name) = Self(rawValue: \(value.number))")
            }
            writer.line()
            writer.line("public let rawValue: Int32")
            writer.line("public init(rawValue: Int32) { self.rawValue = rawValue }")
        }
    }
}
