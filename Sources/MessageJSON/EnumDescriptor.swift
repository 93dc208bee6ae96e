/// An enum type.
package struct EnumDescriptor: Sendable {
    package let name: String
    /// In the order of the .proto. A number may have several names.
    package let values: [(name: String, number: Int32)]

    init(name: String, _ bytes: ArraySlice<UInt8>) throws(MappingError) {
        var values: [(name: String, number: Int32)] = []
        var reader = WireReader(bytes)
        while let field = try reader.next() {
            guard case (2, .bytes(let bytes)) = (field.number, field.value) else { continue }
            values.append(try Self.value(bytes))
        }
        self.name = name
        self.values = values
    }

    /// The first name of a number.
    func name(of number: Int32) -> String? {
        values.first { $0.number == number }?.name
    }

    func number(of name: String) -> Int32? {
        values.first { $0.name == name }?.number
    }

    private static func value(
        _ bytes: ArraySlice<UInt8>
    ) throws(MappingError) -> (name: String, number: Int32) {
        var value = (name: "", number: Int32(0))
        var reader = WireReader(bytes)
        while let field = try reader.next() {
            switch (field.number, field.value) {
            case (1, .bytes(let bytes)): value.name = try bytes.text()
            case (2, .varint(let number)): value.number = Int32(truncatingIfNeeded: number)
            default: break
            }
        }
        return value
    }
}
