import RollcallAPI
import RollcallRPC

extension ConsistencyHandler {
    func beginEpoch(
        _ request: BeginEpochRequest, _ context: CallContext
    ) async throws -> BeginEpochResponse {
        let count = try await store.beginEpoch(now: clock()) ?? 0
        log.note(context, ["sessions.ended": "\(count)"])
        return BeginEpochResponse(endedSessionCount: UInt64(clamping: count))
    }
}
