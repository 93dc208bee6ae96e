/// A JSON object (RFC 8259) of texts, integers and booleans, each name once: all that the header
/// and the claims of our tokens need.
///
/// Stricter than a JSON library, on purpose: libraries differ in which of two equal names they
/// take, and in what they make of `1e308`, so a token could mean one thing to one verifier and
/// another to the next.
struct FlatJSON: Equatable {
    enum Value: Equatable {
        case text(String)
        case integer(Int64)
        case boolean(Bool)
    }

    private let members: [String: Value]

    /// - Returns: `nil` for anything but such an object: a name twice, a nested value, `null`, a
    ///   fraction, an exponent, an escape sequence, bytes that are not UTF-8.
    init?(_ bytes: [UInt8]) {
        var scanner = FlatJSONScanner(bytes)
        guard let members = scanner.object() else { return nil }
        self.members = members
    }

    subscript(name: String) -> Value? { members[name] }

    func text(_ name: String) -> String? {
        guard case .text(let text) = members[name] else { return nil }
        return text
    }

    func integer(_ name: String) -> Int64? {
        guard case .integer(let integer) = members[name] else { return nil }
        return integer
    }
}
