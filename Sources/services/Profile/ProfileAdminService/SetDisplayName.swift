import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Tables

extension ProfileAdminHandler {
    package func setDisplayName(
        _ request: SetDisplayNameRequest, context: CallContext
    ) async throws -> SetDisplayNameResponse {
        let name = try DisplayName(given: request.displayName)
        let reason = try PlainText(requiredReason: request.reason)
        let notice = try OwnerNotice(request.ownerReason, id: noticeIDs.next())
        let user = try await store.giveName(
            name, to: ProfileKey(request: request.user), because: reason, telling: notice,
            now: clock())
        log.note(context, ["user.id": "\(user)", "reason": "\(reason.text)"])
        return SetDisplayNameResponse(userID: user.description)
    }
}
