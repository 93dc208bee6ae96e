/// The fields of an encoded message of a known type, by their numbers.
package struct WireFields: Sendable {
    private let fields: [WireField]

    init(_ bytes: ArraySlice<UInt8>) throws(MappingError) {
        var fields: [WireField] = []
        var reader = WireReader(bytes)
        while let field = try reader.next() { fields.append(field) }
        self.fields = fields
    }

    /// The values of a field that holds texts or messages, in order.
    package func parts(_ number: Int) -> [ArraySlice<UInt8>] {
        fields.compactMap { field in
            if field.number == number, case .bytes(let bytes) = field.value { bytes } else { nil }
        }
    }

    /// The last value of a field that holds texts; empty when there is none.
    func text(_ number: Int) throws(MappingError) -> String {
        try parts(number).last?.text() ?? ""
    }

    /// The message in a field. One that was sent in parts is their concatenation.
    func message(_ number: Int) throws(MappingError) -> WireFields {
        try WireFields(ArraySlice(parts(number).joined()))
    }

    /// The last value of a field that holds varints; nil when there is none.
    func varint(_ number: Int) -> UInt64? {
        fields.compactMap { field in
            if field.number == number, case .varint(let value) = field.value { value } else { nil }
        }.last
    }

    func flag(_ number: Int) -> Bool? { varint(number).map { $0 != 0 } }
}

extension ArraySlice<UInt8> {
    func text() throws(MappingError) -> String {
        guard let text = String(validating: self, as: UTF8.self) else {
            throw MappingError("the text is not UTF-8")
        }
        return text
    }
}
