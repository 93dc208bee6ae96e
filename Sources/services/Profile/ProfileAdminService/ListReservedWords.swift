import RollcallAPI
import RollcallRPC

extension ProfileAdminHandler {
    package func listReservedWords(
        _ request: ListReservedWordsRequest, context: CallContext
    ) async throws -> ListReservedWordsResponse {
        let limit = PageSize(request.pageSize).limit
        var after: NameSkeleton?
        if !request.afterWord.isEmpty {
            after = ReservedWord.skeleton(of: request.afterWord)
            guard after != nil else {
                throw RPCError.malformed("after_word", "that is no word")
            }
        }
        let words = try await store.reservedWords(after: after, limit: limit)
        return ListReservedWordsResponse(
            words: words.map(\.message), hasMore: words.count == limit)
    }
}
