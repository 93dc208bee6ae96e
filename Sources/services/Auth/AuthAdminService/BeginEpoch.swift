import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func beginEpoch(
        _ request: BeginEpochRequest, context: CallContext
    ) async throws -> BeginEpochResponse {
        if request.hasLeaked {
            _ = try await rotation.rotate(isWithdrawing: true)
            let response = try await store.beginEpochAfterLeak(now: clock())
            log.note(
                context,
                [
                    "keys.withdrawn": "true", "sessions.ended": "\(response.endedSessionCount)",
                    "passwords.required": "\(response.resetPasswordCount)",
                ])
            return response
        }
        let count = try await store.beginEpoch(now: clock()) ?? 0
        log.note(context, ["sessions.ended": "\(count)"])
        return BeginEpochResponse(endedSessionCount: UInt64(clamping: count))
    }
}
