extension PasswordHash {
    init(of password: [UInt8], salt: [UInt8], parameters: Argon2Parameters) throws {
        let function = Argon2id(
            parameters: parameters, salt: salt, byteCount: PasswordHash.tagByteCount)
        try self.init(parameters: parameters, salt: salt, tag: function.tag(of: password))
    }

    /// Whether this is the hash of `password`, compared in constant time.
    func matches(_ password: [UInt8]) throws -> Bool {
        let function = Argon2id(parameters: parameters, salt: salt, byteCount: tag.bytes.count)
        return try Secret(function.tag(of: password)) == tag
    }
}
