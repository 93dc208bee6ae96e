import RollcallAPI
import RollcallRPC

extension PresenceAdminHandler {
    package func getPresenceCounts(
        _ request: GetPresenceCountsRequest, context: CallContext
    ) async throws -> GetPresenceCountsResponse {
        hub.counts
    }
}
