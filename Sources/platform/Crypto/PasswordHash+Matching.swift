extension PasswordHash {
    init(of password: [UInt8], salt: [UInt8], parameters: Argon2Parameters) throws {
        let function = Argon2id(
            parameters: parameters, salt: salt, byteCount: PasswordHash.tagByteCount)
        try self.init(parameters: parameters, salt: salt, tag: function.tag(of: password))
    }

    /// Whether this is the hash of `password`, compared in constant time.
    ///
    /// - Parameter signerKey: the one of `function.signerKeyID`. Without it no password is correct,
    ///   after the same time.
    func matches(_ password: [UInt8], signerKey: SignerKey? = nil) throws -> Bool {
        guard let tag = try tag(of: password, signerKey) else { return false }
        return Secret(tag) == self.tag
    }

    private func tag(of password: [UInt8], _ signerKey: SignerKey?) throws -> [UInt8]? {
        let count = tag.bytes.count
        switch function {
        case .argon2id(let parameters):
            return try Argon2id(parameters: parameters, salt: salt, byteCount: count)
                .tag(of: password)
        case .argon2i(let parameters):
            return try Argon2id(parameters: parameters, salt: salt, byteCount: count)
                .argon2Tag(of: password, variant: .i)
        case .scrypt(let cost):
            return try cost.key(of: password, salt: salt, byteCount: count)
        case .firebase(let cost, let separator, _):
            let key = try cost.key(of: password, salt: salt + separator, byteCount: 64)
            return try signerKey?.encrypted(with: key)
        case .bcrypt(let function):
            return try function.tag(of: password, salt: salt)
        case .pbkdf2(let function):
            return try function.key(of: password, salt: salt, byteCount: count)
        }
    }
}
