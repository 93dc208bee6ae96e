import Logging
import RollcallCrypto

/// The account that `read` finds. One whose hash is damaged, or out of bounds, is like none to whoever
/// asks for it, and keeps nobody else from theirs: the operator is told.
func unlessDamaged(
    _ logger: Logger, _ read: () async throws -> Account?
) async throws -> Account? {
    do {
        return try await read()
    } catch let error as PasswordHashError {
        logger.error("a password hash cannot be used", metadata: ["error": "\(error)"])
        return nil
    }
}
