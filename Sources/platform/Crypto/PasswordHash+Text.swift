/// The text form is a PHC string, as the argon2 command line and other libraries write it:
/// `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<tag>`, both in unpadded base64.
/// (github.com/P-H-C/phc-string-format). bcrypt's has one field for both, without a `$` between.
extension PasswordHash {
    private static let longestText = 256

    package var text: String {
        if case .bcrypt = function {
            return "\(function.text)$\(String(decoding: salt + tag.bytes, as: UTF8.self))"
        }
        let (salt, tag) = (Base64.standard.encode(salt), Base64.standard.encode(tag.bytes))
        return "\(function.text)$\(salt)$\(tag)"
    }

    /// Reads exactly what `text` writes: no field missing, added or in another order, no leading
    /// zero. Two things from elsewhere are accepted too, and are not written again: padding of
    /// Firebase's fields, and PBKDF2's length (`l`). The bounds are checked here, before anything
    /// is allocated for the hash.
    package init(_ text: String) throws(PasswordHashError) {
        guard text.utf8.count <= Self.longestText else { throw .malformed }
        let fields = Array(text.utf8).fields(between: "$")
        guard fields.count >= 2, fields[0].isEmpty else { throw .malformed }
        let name = String(decoding: fields[1], as: UTF8.self)
        if Bcrypt.prefixes.contains(name) {
            guard fields.count == 4, fields[3].allSatisfy(Bcrypt.letters.contains),
                fields[3].count == Bcrypt.saltLength + Bcrypt.tagLength
            else { throw .malformed }
            try self.init(
                function: HashFunction(named: name, fields[2...2]),
                salt: Array(fields[3].prefix(Bcrypt.saltLength)),
                tag: Array(fields[3].suffix(Bcrypt.tagLength)))
            return
        }
        let function = try HashFunction(named: name, fields.dropFirst(2).dropLast(2))
        guard let salt = function.bytes(fields[fields.count - 2]),
            let tag = function.bytes(fields[fields.count - 1])
        else { throw .malformed }
        try self.init(function: function, salt: salt, tag: Array(tag.prefix(function.longestTag)))
    }
}

/// What a text of a hash has before the salt: `$argon2id$v=19$m=19456,t=2,p=1`.
extension HashFunction {
    package var text: String {
        switch self {
        case .argon2id(let parameters): "$argon2id$v=19$\(parameters.text)"
        case .argon2i(let parameters): "$argon2i$v=19$\(parameters.text)"
        case .scrypt(let cost): "$scrypt$\(cost.text("ln"))"
        case .firebase(let cost, let separator, let keyID):
            "$fbscrypt$v=1,\(cost.text("n")),ss=\(Base64.standard.encode(separator)),kid=\(keyID)"
        case .bcrypt(let function): function.text
        case .pbkdf2(let function): "$pbkdf2-\(function.digest)$i=\(function.iterations)"
        }
    }

    /// - Throws: `PasswordHashError`.
    package init(_ text: String) throws(PasswordHashError) {
        let fields = Array(text.utf8).fields(between: "$")
        guard fields.count >= 3, fields[0].isEmpty else { throw .malformed }
        try self.init(named: String(decoding: fields[1], as: UTF8.self), fields[2...])
    }

    /// - Parameter fields: those between the name and the salt.
    fileprivate init(
        named name: String, _ fields: ArraySlice<ArraySlice<UInt8>>
    ) throws(PasswordHashError) {
        if name == "argon2id" || name == "argon2i" {
            guard fields.count == 2, let version = fields.first, let last = fields.last,
                version.starts(with: "v=".utf8)
            else { throw .malformed }
            guard version.elementsEqual("v=19".utf8) else { throw .unsupportedVersion }
            let parameters = try Argon2Parameters(last)
            self = name == "argon2id" ? .argon2id(parameters) : .argon2i(parameters)
            return
        }
        guard Self.foreignNames.contains(name) else { throw .unsupportedAlgorithm }
        guard fields.count == 1, let field = fields.first else { throw .malformed }
        let parts = field.fields(between: ",")
        switch name {
        case "scrypt":
            guard let cost = numbers(["ln=", "r=", "p="], parts[...]) else { throw .malformed }
            self = .scrypt(try ScryptCost(cost))
        case "fbscrypt":
            guard parts.count == 6, parts[0].elementsEqual("v=1".utf8),
                let cost = numbers(["n=", "r=", "p="], parts[1...3]),
                let separator = value("ss=", parts[4]).flatMap(Base64.standard.decodePadded),
                let id = value("kid=", parts[5]).flatMap(Base64.url.decode)
            else { throw .malformed }
            guard separator.count <= 16, id.count == 12 else { throw .parametersOutOfBounds }
            self = .firebase(
                try ScryptCost(cost), separator: separator, keyID: Base64.url.encode(id))
        case "pbkdf2-sha256", "pbkdf2-sha512":
            guard let iterations = numbers(["i="], parts.prefix(1))?[0],
                parts.count == 1 || numbers(["l="], parts[1...]) != nil,
                let digest = PBKDF2.Digest(rawValue: String(name.dropFirst(7)))
            else { throw .malformed }
            self = .pbkdf2(try PBKDF2(digest: digest, iterations: iterations))
        default:
            guard field.count == 2, field.allSatisfy({ (48...57).contains($0) }),
                let exponent = Int(String(decoding: field, as: UTF8.self))
            else { throw .malformed }
            self = .bcrypt(try Bcrypt(prefix: name, exponent: exponent))
        }
    }

    private static let foreignNames =
        ["scrypt", "fbscrypt", "pbkdf2-sha256", "pbkdf2-sha512"] + Bcrypt.prefixes

    fileprivate func bytes(_ field: ArraySlice<UInt8>) -> [UInt8]? {
        if case .firebase = self { return Base64.standard.decodePadded(field) }
        return Base64.standard.decode(field)
    }

    fileprivate var longestTag: Int {
        if case .pbkdf2(let function) = self { function.digest.length } else { .max }
    }
}

extension ScryptCost {
    fileprivate func text(_ name: String) -> String {
        "\(name)=\(exponent),r=\(blockSize),p=\(lanes)"
    }

    fileprivate init(_ numbers: [Int]) throws(PasswordHashError) {
        try self.init(exponent: numbers[0], blockSize: numbers[1], lanes: numbers[2])
    }
}

/// As a field of it: `m=19456,t=2,p=1`.
extension Argon2Parameters {
    package var text: String { "m=\(kibibytes),t=\(passes),p=\(lanes)" }

    fileprivate init(_ field: ArraySlice<UInt8>) throws(PasswordHashError) {
        guard let cost = numbers(["m=", "t=", "p="], field.fields(between: ",")[...]) else {
            throw .malformed
        }
        try self.init(kibibytes: cost[0], passes: cost[1], lanes: cost[2])
    }
}

/// The decimal numbers after `names`, if there are exactly these parts, each written the one way it
/// can be.
private func numbers(_ names: [String], _ parts: ArraySlice<ArraySlice<UInt8>>) -> [Int]? {
    guard parts.count == names.count else { return nil }
    var numbers: [Int] = []
    for (name, part) in zip(names, parts) {
        guard let digits = value(name, part),
            let number = Int(String(decoding: digits, as: UTF8.self)),
            digits.elementsEqual(String(number).utf8)
        else { return nil }
        numbers.append(number)
    }
    return numbers
}

private func value(_ name: String, _ part: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    part.starts(with: name.utf8) ? part.dropFirst(name.utf8.count) : nil
}

extension Collection<UInt8> {
    /// In bytes: to find characters would take each sign-in as long as to sign its access token.
    fileprivate func fields(between separator: Unicode.Scalar) -> [SubSequence] {
        split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
    }
}
