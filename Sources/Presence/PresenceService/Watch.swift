import AccessTokens
import RollcallAPI
import RollcallRPC
import RollcallWire

extension PresenceHandler {
    package func watch(
        _ requests: RequestStream<WatchRequest>, responses: ResponseWriter<WatchResponse>,
        context: CallContext
    ) async throws {
        let watch = try open(await requests.makeAsyncIterator().next(), context)
        defer { hub.closeWatch(watch) }
        // The session may have ended between the check of the token and now, when nobody knew of
        // this watch; or nobody knows any more whether it has.
        if try authenticator.authenticateAtOnce(context) == nil {
            _ = try await authenticator.authenticate(context)
        }
        requests.onArrival { [hub] in hub.noteArrival(for: watch) }
        var isRequestDue = false
        while true {
            switch try next(for: watch, requests, isRequestDue) {
            case .update(let message, let isWhole):
                try await responses.send(message)
                isRequestDue = isWhole
            case .request: isRequestDue = false
            case .nothing: try await hub.waitForNews(of: watch)
            }
        }
    }

    /// What the handler of a watch has to do next.
    private enum Next {
        case update(Encoded<WatchResponse>, isWhole: Bool)
        /// Nothing: a message of the caller has taken effect.
        case request
        case nothing
    }

    // The two below are not inlined: what they work with would lie in the frame of a handler that waits, for
    // as long as its watch is open.

    @inline(never)
    private func open(_ opening: WatchRequest?, _ context: CallContext) throws -> WatchTable.ID {
        try hub.openWatch(WatchChange(opening: opening), by: WatchCaller(context))
    }

    /// One message of the caller takes effect at a time, and each has its answer: a caller who sends faster than
    /// it reads has to wait.
    ///
    /// - Parameter isRequestDue: whether a message comes before more news; not while an update has a rest, as
    ///   a message may change whom it is of.
    @inline(never)
    private func next(
        for watch: WatchTable.ID, _ requests: RequestStream<WatchRequest>, _ isRequestDue: Bool
    ) throws -> Next {
        if isRequestDue, try takeRequest(for: watch, requests) { return .request }
        if let update = try hub.takeUpdate(of: watch) {
            return .update(update.message, isWhole: update.cursor != nil)
        }
        return try takeRequest(for: watch, requests) ? .request : .nothing
    }

    /// - Returns: whether there was one.
    private func takeRequest(
        for watch: WatchTable.ID, _ requests: RequestStream<WatchRequest>
    ) throws -> Bool {
        guard case .message(let request) = try requests.nextIfReady() else { return false }
        try hub.changeWatch(watch, WatchChange(request))
        return true
    }
}
