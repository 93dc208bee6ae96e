/// A message type.
package final class MessageDescriptor: Sendable {
    /// Such as `rollcall.v1.Photo`, `rollcall.v1.Photo.Inner` for one that is declared within.
    package let name: String
    /// In the order of their numbers.
    package let fields: [FieldDescriptor]
    package let oneofs: [String]
    /// Whether it stands for the entries of a `map`.
    package let isMapEntry: Bool

    private let indicesByNumber: [Int: Int]
    private let indicesByName: [String: Int]

    init(
        name: String, fields: [FieldDescriptor], oneofs: [String], isMapEntry: Bool
    ) throws(MappingError) {
        self.name = name
        self.fields = fields.sorted { $0.number < $1.number }
        self.oneofs = oneofs
        self.isMapEntry = isMapEntry
        var byNumber: [Int: Int] = [:]
        var byName: [String: Int] = [:]
        for (index, field) in self.fields.enumerated() {
            byNumber[field.number] = index
            byName[field.name] = index
        }
        // Of two fields that meet in one name, the one whose name in JSON it is has it.
        for (index, field) in self.fields.enumerated() { byName[field.jsonName] = index }
        guard byNumber.count == fields.count else {
            throw MappingError("\(name) has two fields with the same number")
        }
        indicesByNumber = byNumber
        indicesByName = byName
    }

    /// The numbers of most types have no gaps.
    func index(of number: Int) -> Int? {
        fields.indices.contains(number - 1) && fields[number - 1].number == number
            ? number - 1 : indicesByNumber[number]
    }

    func field(_ number: Int) -> FieldDescriptor? { index(of: number).map { fields[$0] } }

    /// - Parameter name: the name in JSON, or the one in the .proto.
    func field(named name: String) -> FieldDescriptor? {
        name.isOfNames ? indicesByName[name].map { fields[$0] } : nil
    }
}

extension String {
    /// Whether it has the letters of names in .proto files alone. A text with thousands of marks in
    /// a row takes long to compare and to hash.
    var isOfNames: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
