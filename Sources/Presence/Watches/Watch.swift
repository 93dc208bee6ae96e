import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func watch(
        _ requests: RequestStream<WatchRequest>, responses: ResponseWriter<WatchResponse>,
        context: CallContext
    ) async throws {
        let opening = try WatchChange(opening: await requests.makeAsyncIterator().next())
        let watch = try hub.openWatch(opening, by: WatchCaller(context))
        defer { hub.closeWatch(watch) }
        // The session may have ended between the check of the token and now, when nobody knew of
        // this watch; or nobody knows any more whether it has.
        _ = try await authenticator.authenticate(context)
        requests.onArrival { [hub] in hub.noteArrival(for: watch) }
        while true {
            let update = try hub.takeUpdate(of: watch)
            if let update {
                try await responses.send(update.message)
                // The rest comes before the next message, which may change whom it is of.
                if update.cursor == nil { continue }
            }
            // One at a time, each with its answer: a caller who sends faster than it reads has to wait.
            if case .message(let request) = try requests.nextIfReady() {
                try hub.changeWatch(watch, WatchChange(request))
            } else if update == nil {
                try await hub.waitForNews(of: watch)
            }
        }
    }
}
