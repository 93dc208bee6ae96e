import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func watch(
        _ requests: RequestStream<WatchRequest>, responses: ResponseWriter<WatchResponse>,
        context: CallContext
    ) async throws {
        let messages = requests.makeAsyncIterator()
        guard let request = try await messages.next() else {
            throw RPCError.violation(
                .invalidArgument, .fieldMissing, field: "user_ids", "the users are missing")
        }
        let users = try UserList(request: request.userIDs)
        guard !users.ids.isEmpty else {
            throw RPCError.violation(
                .invalidArgument, .fieldMissing, field: "user_ids", "the users are missing")
        }
        let watch = try hub.openWatch(
            users.ids, by: WatchCaller(context), from: request.cursor)
        defer { hub.closeWatch(watch) }
        // The session may have ended between the check of the token and now, when nobody knew of
        // this watch; or nobody knows any more whether it has.
        _ = try await authenticator.authenticate(context)
        while true {
            let (update, cursor) = try await hub.nextUpdate(of: watch)
            try await responses.send(WatchResponse(update: update.message, cursor: cursor))
        }
    }
}

extension Roster.Update {
    fileprivate var message: WatchResponse.Update {
        switch self {
        case .snapshot(let entries): .snapshot(PresenceList(presences: entries.map(\.message)))
        case .changes(let entries): .changes(PresenceList(presences: entries.map(\.message)))
        }
    }
}
