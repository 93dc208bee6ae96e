import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func checkConsistency(
        _ request: CheckConsistencyRequest, responses: ResponseWriter<CheckConsistencyResponse>,
        context: CallContext
    ) async throws {
        log.note(context, ["consistency.mend": "\(request.mend)"])
        let summary = try await consistency.run(mending: request.mend) {
            try await responses.send(CheckConsistencyResponse(part: .finding($0)))
        }
        try await responses.send(CheckConsistencyResponse(part: .summary(summary)))
    }
}
