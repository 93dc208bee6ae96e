import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Tables

extension ProfileAdminHandler {
    package func removeDisplayName(
        _ request: RemoveDisplayNameRequest, context: CallContext
    ) async throws -> RemoveDisplayNameResponse {
        let reason = try PlainText(requiredReason: request.reason)
        let notice = try OwnerNotice(request.ownerReason, id: noticeIDs.next())
        let user = try await store.takeName(
            from: ProfileKey(request: request.user), because: reason, telling: notice, now: clock())
        log.note(context, ["user.id": "\(user)", "reason": "\(reason.text)"])
        return RemoveDisplayNameResponse(userID: user.description)
    }
}
