import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfilePeerHandler {
    package func removeTakeDownNotices(
        _ request: RemoveTakeDownNoticesRequest, context: CallContext
    ) async throws -> RemoveTakeDownNoticesResponse {
        try await store.removeNotices(
            UUIDv7.entries(request.noticeIDs, field: "notice_ids", of: "notice"))
        return RemoveTakeDownNoticesResponse()
    }
}
