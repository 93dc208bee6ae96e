/// The text form is a PHC string, as the argon2 command line and other libraries write it:
/// `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<tag>`, both in unpadded base64.
/// (github.com/P-H-C/phc-string-format)
extension PasswordHash {
    private static let longestText = 256

    package var text: String {
        let (salt, tag) = (Base64.standard.encode(salt), Base64.standard.encode(tag.bytes))
        return "$argon2id$v=19$\(parameters.text)$\(salt)$\(tag)"
    }

    /// Reads exactly what `text` writes: no field missing, added or in another order, no leading
    /// zero. The bounds are checked here, before anything is allocated for the hash.
    package init(_ text: String) throws(PasswordHashError) {
        guard text.utf8.count <= Self.longestText else { throw .malformed }
        let fields = Array(text.utf8).fields(between: "$")
        guard fields.count >= 2, fields[0].isEmpty else { throw .malformed }
        guard fields[1].elementsEqual("argon2id".utf8) else { throw .unsupportedAlgorithm }
        guard fields.count == 6, fields[2].starts(with: "v=".utf8) else { throw .malformed }
        guard fields[2].elementsEqual("v=19".utf8) else { throw .unsupportedVersion }
        guard let salt = Base64.standard.decode(fields[4]),
            let tag = Base64.standard.decode(fields[5])
        else { throw .malformed }
        try self.init(parameters: Argon2Parameters(fields[3]), salt: salt, tag: tag)
    }
}

/// As a field of it: `m=19456,t=2,p=1`.
extension Argon2Parameters {
    package var text: String { "m=\(kibibytes),t=\(passes),p=\(lanes)" }

    package init(_ field: ArraySlice<UInt8>) throws(PasswordHashError) {
        let parts = field.fields(between: ",")
        guard parts.count == 3, let kibibytes = Self.number("m=", parts[0]),
            let passes = Self.number("t=", parts[1]), let lanes = Self.number("p=", parts[2])
        else { throw .malformed }
        try self.init(kibibytes: kibibytes, passes: passes, lanes: lanes)
    }

    /// The decimal number after `name`, if it is written the one way it can be.
    private static func number(_ name: String, _ part: ArraySlice<UInt8>) -> Int? {
        let digits = part.dropFirst(name.utf8.count)
        guard part.starts(with: name.utf8),
            let number = Int(String(decoding: digits, as: UTF8.self)),
            digits.elementsEqual(String(number).utf8)
        else { return nil }
        return number
    }
}

extension Collection<UInt8> {
    /// In bytes: to find characters would take each sign-in as long as to sign its access token.
    fileprivate func fields(between separator: Unicode.Scalar) -> [SubSequence] {
        split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
    }
}
