import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthAdminHandler {
    package func retryMail(
        _ request: RetryMailRequest, context: CallContext
    ) async throws -> RetryMailResponse {
        guard let id = UUIDv7(request.mailID) else { throw RPCError.mailNotFound }
        switch try await store.retryMail(id, now: clock()) {
        case .done: mail?.queue.resume()
        case .unknown: throw RPCError.mailNotFound
        case .alreadySent: throw RPCError(.failedPrecondition, "the mail was sent")
        case .tooLate:
            throw RPCError(.failedPrecondition, "the mail's content has expired; request another")
        }
        log.note(context, ["mail.id": "\(id)"])
        return RetryMailResponse()
    }
}

extension RPCError {
    static var mailNotFound: RPCError {
        .violation(.notFound, .mailNotFound, field: "mail_id", "the mail does not exist")
    }
}
