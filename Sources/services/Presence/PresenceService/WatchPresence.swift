import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func watchPresence(
        _ request: WatchPresenceRequest, responses: ResponseWriter<WatchPresenceResponse>,
        context: CallContext
    ) async throws {
        let opening = WatchRequest(userIDs: request.userIDs, cursor: request.cursor)
        let watch = try await openWatch(WatchChange(opening: opening), context)
        let call = WatchCall(watch, hub: hub, requests: nil, responses: responses)
        responses.react { try call.takeTurn(of: $0) }
    }
}
