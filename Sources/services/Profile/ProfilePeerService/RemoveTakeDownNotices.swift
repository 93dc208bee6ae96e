import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfilePeerHandler {
    package func removeTakeDownNotices(
        _ request: RemoveTakeDownNoticesRequest, context: CallContext
    ) async throws -> RemoveTakeDownNoticesResponse {
        guard request.noticeIDs.count <= PageSize.longest else {
            throw RPCError.violation(
                .invalidArgument, .tooMany, field: "notice_ids",
                "at most \(PageSize.longest) notices are removed at once")
        }
        try await store.removeNotices(
            UUIDv7.entries(request.noticeIDs, field: "notice_ids", of: "notice"))
        return RemoveTakeDownNoticesResponse()
    }
}
