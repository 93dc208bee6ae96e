import MessageJSON

/// A JSON object (RFC 8259) of texts, integers and booleans, each name once: all that the header
/// and the claims of our tokens need.
///
/// Stricter than a JSON library, on purpose: libraries differ in which of two equal names they
/// take, and in what they make of `1e308`, so a token could mean one thing to one verifier and
/// another to the next.
struct FlatJSON: Equatable {
    private let members: [String: JSON]

    /// - Returns: `nil` for anything but such an object: a name twice, a nested value, `null`, a
    ///   fraction, an exponent, an escape sequence, bytes that are not UTF-8.
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

    func text(_ name: String) -> String? {
        guard case .string(let text) = members[name] else { return nil }
        return text
    }

    func integer(_ name: String) -> Int64? {
        guard case .number(let integer) = members[name] else { return nil }
        return integer
    }
}
