import AccessTokens
import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func searchProfiles(
        _ request: SearchProfilesRequest, context: CallContext
    ) async throws -> SearchProfilesResponse {
        let user = try context.userID
        let fields = try ProfileFields(request: request.fields, orElse: .usual)
        let prefix = try NamePrefix(request.prefix).orThrow(
            .malformed("prefix", "a search is for 3 to 30 ASCII letters, digits, _ and ."))
        let page = try pages.page(
            request.pageToken, size: request.pageSize, of: prefix.text, context)
        let found = try await padding.padding { isTelling in
            isTelling = true
            return try await store.search(
                prefix, after: page.position, limit: page.limit, for: user)
        }
        return SearchProfilesResponse(
            profiles: found.map {
                $0.message(for: .user(user), links: links).reduced(to: fields)
            }, nextPageToken: try page.next(after: found) { $0.name.lowercased() })
    }
}
