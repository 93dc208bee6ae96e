import RollcallAPI
import RollcallRPC

extension ImportHandler {
    package func exportUsers(
        _ request: ExportUsersRequest, context: CallContext
    ) async throws -> ExportUsersResponse {
        guard context.caller == .operator else {
            throw RPCError.violation(
                .permissionDenied, .notAllowed, "password hashes are for the operator alone")
        }
        let page = try pages.page(request.pageToken, size: request.pageSize, context)
        var users = try await store.exportedUsers(after: page.id, limit: page.limit)
        let names = try await peers.names.names(of: users.map(\.foreignID), for: context)
        for place in users.indices {
            users[place].displayName = names[users[place].foreignID] ?? ""
            users[place].passwordHash = try await hashes.exported(users[place].passwordHash)
        }
        if page.id == nil { try await store.note(.usersExported, now: clock()) }
        log.note(context, ["export.count": "\(users.count)"])
        return ExportUsersResponse(
            users: users, nextPageToken: try page.next(after: users) { $0.foreignID })
    }
}
