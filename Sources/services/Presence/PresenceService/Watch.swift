import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func watch(
        _ requests: RequestStream<WatchRequest>, responses: ResponseWriter<WatchResponse>,
        context: CallContext
    ) async throws {
        let opening = try await requests.makeAsyncIterator().next()
        let watch = try await openWatch(WatchChange(opening: opening), context)
        let call = WatchCall(watch, hub: hub, requests: requests, responses: responses)
        responses.react { try call.takeTurn(of: $0) }
    }

    /// Opens a watch for a caller whose session goes on. A `WatchCall` closes it.
    ///
    /// - Throws: `RPCError`.
    func openWatch(_ opening: WatchChange, _ context: CallContext) async throws -> WatchTable.ID {
        let watch = try hub.openWatch(opening, by: WatchCaller(context))
        do {
            // The session may have ended between the check of the token and now, when nobody knew
            // of this watch; or nobody knows any more whether it has.
            try await authenticator.checkStillKnown(context)
        } catch {
            hub.closeWatch(watch)
            throw error
        }
        return watch
    }
}
