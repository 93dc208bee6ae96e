/// Why a password hash in text form is refused.
package enum PasswordHashError: Error, Equatable {
    /// No PHC string of the form `PasswordHash` describes.
    case malformed
    /// A PHC string of another function than `argon2id`.
    case unsupportedAlgorithm
    /// Another version of Argon2 than 0x13 (RFC 9106).
    case unsupportedVersion
    /// Memory, passes, lanes, salt or tag outside the bounds.
    case parametersOutOfBounds
}
