extension PasswordHash {
    init(
        of password: [UInt8], salt: [UInt8], parameters: Argon2Parameters, in arena: Argon2Arena
    ) throws {
        let function = Argon2id(
            parameters: parameters, salt: salt, byteCount: PasswordHash.tagByteCount)
        try self.init(
            parameters: parameters, salt: salt, tag: function.tag(of: password, in: arena))
    }

    /// Whether this is the hash of `password`, compared in constant time.
    func matches(_ password: [UInt8], in arena: Argon2Arena) throws -> Bool {
        // A hash that was imported may need more than our own: memory for this once.
        let fits = parameters.kibibytes * 1024 <= arena.byteCount
        let arena = fits ? arena : try Argon2Arena(kibibytes: parameters.kibibytes)
        let function = Argon2id(parameters: parameters, salt: salt, byteCount: tag.bytes.count)
        return try Secret(function.tag(of: password, in: arena)) == tag
    }
}
