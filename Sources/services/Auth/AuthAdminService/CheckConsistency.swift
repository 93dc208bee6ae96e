import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func checkConsistency(
        _ request: CheckConsistencyRequest, responses: ResponseWriter<CheckConsistencyResponse>,
        context: CallContext
    ) async throws {
        log.note(context, ["consistency.mend": "\(request.mend)"])
        // The caller may lose the session or the role in a check of many users.
        let mayGoOn = {
            if request.mend { try await authenticator.checkStillKnown(context) }
        }
        if request.mend && !request.acceptLoss {
            try await consistency.refuseLoss(mayGoOn: mayGoOn)
        }
        let summary = try await consistency.run(mending: request.mend, mayGoOn: mayGoOn) {
            try await responses.send(CheckConsistencyResponse(part: .finding($0)))
        }
        try await responses.send(CheckConsistencyResponse(part: .summary(summary)))
    }
}
