import RollcallAPI
import RollcallRPC

extension ProfileAdminHandler {
    package func listReservedWords(
        _ request: ListReservedWordsRequest, context: CallContext
    ) async throws -> ListReservedWordsResponse {
        let page = try pages.page(request.pageToken, size: request.pageSize, context)
        let words = try await store.reservedWords(after: page.position, limit: page.limit)
        return ListReservedWordsResponse(
            words: words.map(\.message),
            nextPageToken: try page.next(after: words, \.skeleton.text))
    }
}
