/// A password as it is stored: an Argon2id tag, and the parameters to compute it again.
package struct PasswordHash: Hashable, Sendable {
    package static let saltByteCount = 16
    package static let tagByteCount = 32
    /// The accepted salts of hashes made elsewhere.
    package static let saltBounds = 8...64
    package static let tagBounds = 16...64

    package let parameters: Argon2Parameters
    package let salt: [UInt8]
    package let tag: Secret

    /// - Throws: `PasswordHashError.parametersOutOfBounds` if the salt or the tag is too short or
    ///   too long.
    package init(
        parameters: Argon2Parameters, salt: [UInt8], tag: [UInt8]
    ) throws(PasswordHashError) {
        guard Self.saltBounds.contains(salt.count), Self.tagBounds.contains(tag.count) else {
            throw .parametersOutOfBounds
        }
        self.parameters = parameters
        self.salt = salt
        self.tag = Secret(tag)
    }

    /// Whether a sign-in with the correct password should store a new hash: the parameters have
    /// changed since, or an imported salt or tag is shorter.
    package func needsRehash(for parameters: Argon2Parameters) -> Bool {
        self.parameters != parameters || salt.count < Self.saltByteCount
            || tag.bytes.count < Self.tagByteCount
    }
}
