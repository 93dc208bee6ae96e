import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func listBans(
        _ request: ListBansRequest, context: CallContext
    ) async throws -> ListBansResponse {
        let place = try pages.position(request.pageToken, in: .bans)
        let last = place.flatMap { LimitKey(text: String(decoding: $0, as: UTF8.self)) }
        let size = PageTokens.size(request.pageSize)
        let keys = try await store.bucketKeys(after: last, limit: size)
        let bans = limits.bans(among: keys)
        return ListBansResponse(
            bans: bans.map {
                Ban(banID: $0.key.text, limit: $0.key.name.rawValue, endsAtMs: $0.until)
            },
            nextPageToken: try pages.next(in: .bans, after: keys, size: size) {
                Array($0.text.utf8)
            })
    }
}
