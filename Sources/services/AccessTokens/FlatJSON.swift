import MessageJSON

/// A JSON object (RFC 8259) with texts, integers and booleans, and unique names. The header and the
/// claims of our tokens need no more.
///
/// It is stricter than a JSON library on purpose. Libraries differ in duplicate names and in
/// numbers such as `1e308`, so a token could mean different things to different verifiers.
struct FlatJSON: Equatable {
    private let members: [String: JSON]

    /// - Returns: `nil` for any other input: a duplicate name, a nested value, `null`, a fraction,
    ///   an exponent, an escape sequence, bytes that are not UTF-8.
    init?(_ bytes: [UInt8]) {
        guard !bytes.contains(UInt8(ascii: "\\")), case .object(let members)? = try? JSON(bytes),
            members.values.allSatisfy(Self.isFlat)
        else { return nil }
        self.members = members
    }

    private static func isFlat(_ value: JSON) -> Bool {
        switch value {
        case .string, .number, .bool: true
        case .null, .array, .object: false
        }
    }

    subscript(name: String) -> JSON? { members[name] }

    func text(_ name: String) -> String? { members[name]?.text }

    func integer(_ name: String) -> Int64? { members[name]?.integer }
}
