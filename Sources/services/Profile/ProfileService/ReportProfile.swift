import AccessTokens
import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func reportProfile(
        _ request: ReportProfileRequest, context: CallContext
    ) async throws -> ReportProfileResponse {
        let user = try context.userID
        let (key, complaint) = (try ProfileKey(request: request.user), try Complaint(request))
        let id = try reportIDs.next()
        try await confirmingOwnName(context) {
            try await store.report(key, by: user, complaint, id: id, now: clock())
        }
        return ReportProfileResponse()
    }
}
