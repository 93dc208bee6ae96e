import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func beginEpoch(
        _ request: BeginEpochRequest, context: CallContext
    ) async throws -> BeginEpochResponse {
        let count = try await store.beginEpoch(now: clock()) ?? 0
        log.note(context, ["sessions.ended": "\(count)"])
        return BeginEpochResponse(endedSessionCount: UInt64(clamping: count))
    }
}
