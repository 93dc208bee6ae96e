import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func beginEpoch(
        _ request: BeginEpochRequest, context: CallContext
    ) async throws -> BeginEpochResponse {
        var (required, kept, cause) = (0, 0, "")
        if request.hasLeaked {
            // The epoch comes last: users who are signed out sign in at once, and must meet both.
            (required, kept) = try await store.requireNewPasswords()
            _ = try await rotation.rotate(isWithdrawing: true)
            cause = "after a leak: \(required) passwords to be replaced, "
        }
        let count = try await store.beginEpoch(because: cause, now: clock()) ?? 0
        log.note(
            context,
            [
                "keys.withdrawn": "\(request.hasLeaked)", "sessions.ended": "\(count)",
                "passwords.required": "\(required)",
            ])
        return BeginEpochResponse(
            endedSessionCount: UInt64(clamping: count), resetPasswordCount: UInt64(required),
            keptPasswordCount: UInt64(kept))
    }
}
