import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileAdminHandler {
    package func takeDown(
        _ request: TakeDownRequest, context: CallContext
    ) async throws -> TakeDownResponse {
        let key = try ProfileKey(request: request.user)
        guard !request.fields.isEmpty else {
            throw RPCError.missing("fields", "the fields are missing")
        }
        let taken = try TakenFields(
            request.fields, field: "fields", reason: request.reason,
            allowsPhoto: request.allowPhoto)
        let (user, fields) = try await store.takeDown(
            taken, of: key, notice: noticeIDs.next(), now: clock())
        photos.wake()
        log.note(
            context,
            ["user.id": "\(user)", "fields": "\(fields.names)", "reason": "\(taken.reason.text)"])
        return TakeDownResponse(userID: user.description, takenDown: fields)
    }
}
