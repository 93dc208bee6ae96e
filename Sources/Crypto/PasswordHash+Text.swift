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
        let fields = text.split(separator: "$", omittingEmptySubsequences: false)
        guard fields.count >= 2, fields[0].isEmpty else { throw .malformed }
        guard fields[1] == "argon2id" else { throw .unsupportedAlgorithm }
        guard fields.count == 6, fields[2].hasPrefix("v=") else { throw .malformed }
        guard fields[2] == "v=19" else { throw .unsupportedVersion }
        guard let salt = Base64.standard.decode(fields[4]),
            let tag = Base64.standard.decode(fields[5])
        else { throw .malformed }
        try self.init(parameters: Argon2Parameters(fields[3]), salt: salt, tag: tag)
    }
}

/// As a field of it: `m=19456,t=2,p=1`.
extension Argon2Parameters {
    package var text: String { "m=\(kibibytes),t=\(passes),p=\(lanes)" }

    package init(_ field: Substring) throws(PasswordHashError) {
        let parts = field.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 3, let kibibytes = Self.number("m=", parts[0]),
            let passes = Self.number("t=", parts[1]), let lanes = Self.number("p=", parts[2])
        else { throw .malformed }
        try self.init(kibibytes: kibibytes, passes: passes, lanes: lanes)
    }

    /// The decimal number after `name`, if it is written the one way it can be.
    private static func number(_ name: String, _ part: Substring) -> Int? {
        guard part.hasPrefix(name), let number = Int(part.dropFirst(name.count)),
            part == "\(name)\(number)"
        else { return nil }
        return number
    }
}
