import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileAdminHandler {
    package func decideReport(
        _ request: DecideReportRequest, context: CallContext
    ) async throws -> DecideReportResponse {
        let id = try UUIDv7(request: request.reportID, field: "report_id", of: "report")
        let taken = try TakenFields(
            request.takeDown, field: "take_down", reason: request.reason,
            allowsPhoto: request.allowPhoto)
        let (user, fields) = try await store.decide(
            id, taken, notice: noticeIDs.next(), now: clock())
        photos.wake()
        log.note(
            context,
            [
                "report.id": "\(id)", "user.id": "\(user)", "fields": "\(fields.names)",
                "reason": "\(taken.reason.text)",
            ])
        return DecideReportResponse(userID: user.description, takenDown: fields)
    }
}
