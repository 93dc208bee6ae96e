/// A password as it is stored: an Argon2id tag and what is needed to compute it again.
package struct PasswordHash: Hashable, Sendable {
    package static let saltByteCount = 16
    package static let tagByteCount = 32
    /// What is accepted of hashes made elsewhere.
    package static let saltBounds = 8...64
    package static let tagBounds = 16...64

    package let parameters: Argon2Parameters
    package let salt: [UInt8]
    package let tag: Secret

    /// - Throws: `PasswordHashError.parametersOutOfBounds` for a salt or tag too short or too long.
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

    /// Whether a sign-in that knows the password should store it anew: the costs have changed
    /// since, or a shorter salt or tag was imported.
    package func needsRehash(for parameters: Argon2Parameters) -> Bool {
        self.parameters != parameters || salt.count < Self.saltByteCount
            || tag.bytes.count < Self.tagByteCount
    }
}
