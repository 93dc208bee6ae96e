/// Why a password hash in text form is refused.
package enum PasswordHashError: Error, Equatable {
    /// No PHC string of the form `PasswordHash` describes.
    case malformed
    /// A PHC string of a function that `HashFunction` does not know.
    case unsupportedAlgorithm
    /// Another version of Argon2 than 0x13 (RFC 9106).
    case unsupportedVersion
    /// Memory, time, salt or tag outside the bounds: see `HashFunction.mostWork`.
    case parametersOutOfBounds
}
