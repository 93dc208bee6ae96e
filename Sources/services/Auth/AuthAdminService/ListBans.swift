import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func listBans(
        _ request: ListBansRequest, context: CallContext
    ) async throws -> ListBansResponse {
        let page = try pages.page(request.pageToken, size: request.pageSize, context)
        let (keys, last) = try await limits.bucketKeys(on: page)
        let bans = try await limits.bans(among: keys)
        return ListBansResponse(
            bans: bans.map {
                Ban(banID: $0.key.text, limit: $0.key.name.rawValue, endsAtMs: $0.until)
            },
            nextPageToken: try page.next(after: last))
    }
}
