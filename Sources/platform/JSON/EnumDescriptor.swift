/// An enum type.
package final class EnumDescriptor: Sendable {
    package let name: String
    /// In the order of the .proto. A number may have several names.
    package let values: [(name: String, number: Int32, options: WireFields)]

    init(name: String, _ fields: WireFields) throws(MappingError) {
        self.name = name
        values = try fields.parts(2).map { (bytes) throws(MappingError) in
            let value = try WireFields(bytes)
            let number = Int32(truncatingIfNeeded: value.varint(2) ?? 0)
            return (name: try value.text(1), number: number, options: try value.message(3))
        }
    }

    /// The first name of a number.
    func name(of number: Int32) -> String? {
        values.first { $0.number == number }?.name
    }

    func number(of name: String) -> Int32? {
        name.isOfNames ? values.first { $0.name == name }?.number : nil
    }
}
