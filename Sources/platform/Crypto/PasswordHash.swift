/// A password as it is stored: a tag, and what it takes to compute it again.
package struct PasswordHash: Hashable, Sendable {
    package static let saltByteCount = 16
    package static let tagByteCount = 32
    /// The accepted salts of hashes made elsewhere.
    package static let saltBounds = 8...64
    package static let tagBounds = 16...64

    package let function: HashFunction
    package let salt: [UInt8]
    package let tag: Secret

    /// A hash of our own function.
    ///
    /// - Throws: as `init(function:salt:tag:)`.
    package init(
        parameters: Argon2Parameters, salt: [UInt8], tag: [UInt8]
    ) throws(PasswordHashError) {
        try self.init(function: .argon2id(parameters), salt: salt, tag: tag)
    }

    /// - Throws: `PasswordHashError.parametersOutOfBounds` if the salt or the tag is too short or
    ///   too long.
    init(function: HashFunction, salt: [UInt8], tag: [UInt8]) throws(PasswordHashError) {
        guard Self.saltBounds.contains(salt.count), Self.tagBounds.contains(tag.count) else {
            throw .parametersOutOfBounds
        }
        self.function = function
        self.salt = salt
        self.tag = Secret(tag)
    }

    /// Whether a sign-in with the correct password should store a new hash: the parameters have
    /// changed since, or the function is another, or an imported salt or tag is shorter.
    package func needsRehash(for parameters: Argon2Parameters) -> Bool {
        function != .argon2id(parameters) || salt.count < Self.saltByteCount
            || tag.bytes.count < Self.tagByteCount
    }
}
