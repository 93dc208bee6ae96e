import CArgon2

/// The function of RFC 9106 §3, version 0x13. Argon2id, unless a hash from elsewhere is Argon2i.
struct Argon2id {
    enum Variant {
        case id, i
    }

    let parameters: Argon2Parameters
    let salt: [UInt8]
    /// Bytes of the tag.
    let byteCount: Int
    /// The RFC's optional inputs, which our stored hashes leave out.
    var secret: [UInt8] = []
    var associatedData: [UInt8] = []

    /// By libsodium, if it knows these parameters, and otherwise by libargon2.
    ///
    /// - Returns: `byteCount` bytes.
    /// - Throws: `CryptoError.argon2`, `CryptoError.sodium`.
    func tag(of password: [UInt8]) throws -> [UInt8] {
        isForSodium ? try sodiumTag(of: password) : try argon2Tag(of: password)
    }

    /// By libargon2, whatever the parameters are.
    func argon2Tag(of password: [UInt8], variant: Variant = .id) throws -> [UInt8] {
        // One buffer of all inputs, so that there is one place to wipe.
        var buffer: [UInt8] = []
        let inputs = [password, salt, secret, associatedData]
        buffer.reserveCapacity(byteCount + inputs.reduce(0) { $0 + $1.count })
        buffer.append(contentsOf: repeatElement(0, count: byteCount))
        for input in inputs { buffer.append(contentsOf: input) }
        defer { buffer.withUnsafeMutableBytes { wipe($0) } }

        let code = buffer.withUnsafeMutableBufferPointer { buffer in
            var context = context(over: buffer, passwordByteCount: password.count)
            return argon2_ctx(&context, variant == .id ? Argon2_id : Argon2_i)
        }
        guard code == ARGON2_OK.rawValue else { throw CryptoError.argon2(code: code) }
        return Array(buffer.prefix(byteCount))
    }

    private func context(
        over buffer: UnsafeMutableBufferPointer<UInt8>, passwordByteCount: Int
    ) -> argon2_context {
        var context = argon2_context()
        var next = buffer.baseAddress
        func take(_ count: Int) -> (UnsafeMutablePointer<UInt8>?, UInt32) {
            defer { next = next?.advanced(by: count) }
            return (next, UInt32(count))
        }
        (context.out, context.outlen) = take(byteCount)
        (context.pwd, context.pwdlen) = take(passwordByteCount)
        (context.salt, context.saltlen) = take(salt.count)
        (context.secret, context.secretlen) = take(secret.count)
        (context.ad, context.adlen) = take(associatedData.count)
        context.t_cost = UInt32(parameters.passes)
        context.m_cost = UInt32(parameters.kibibytes)
        context.lanes = UInt32(parameters.lanes)
        context.threads = 1
        context.version = ARGON2_VERSION_13.rawValue
        return context
    }
}
