import RollcallAPI
import RollcallRPC

extension ConsistencyHandler {
    func checkConsistency(
        _ request: CheckConsistencyRequest, _ responses: ResponseWriter<CheckConsistencyResponse>,
        _ context: CallContext
    ) async throws {
        log.note(context, ["consistency.mend": "\(request.mend)"])
        let summary = try await check.run(mending: request.mend) {
            try await responses.send(CheckConsistencyResponse(part: .finding($0)))
        }
        try await responses.send(CheckConsistencyResponse(part: .summary(summary)))
    }
}
