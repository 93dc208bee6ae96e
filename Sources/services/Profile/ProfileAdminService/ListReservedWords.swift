import RollcallAPI
import RollcallRPC

extension ProfileAdminHandler {
    package func listReservedWords(
        _ request: ListReservedWordsRequest, context: CallContext
    ) async throws -> ListReservedWordsResponse {
        let limit = PageSize(request.pageSize).limit
        let after = try request.afterWord.nilIfEmpty.map {
            try ReservedWord.skeleton(of: $0).orThrow(
                .malformed("after_word", "that is no word"))
        }
        let words = try await store.reservedWords(after: after, limit: limit)
        return ListReservedWordsResponse(
            words: words.map(\.message), hasMore: words.count == limit)
    }
}
