/// Why a password was not hashed.
package enum PasswordHasherError: Error, Equatable {
    /// The wait would be longer than the caller has, or the line is full: come back after
    /// `retryAfter`.
    case overloaded(retryAfter: Duration)
    /// More than 4096 bytes.
    case passwordTooLong
}
