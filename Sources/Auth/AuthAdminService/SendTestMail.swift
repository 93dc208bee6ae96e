import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension MailHandler {
    func sendTestMail(
        _ request: SendTestMailRequest, _ context: CallContext
    ) async throws -> SendTestMailResponse {
        var rules = BrokenRules()
        let address = rules.check(email: request.email, in: .all)
        let locale = rules.check(locale: request.locale)
        guard rules.isEmpty, let address, let locale else {
            throw rules.refusal(of: SendTestMailRequest.self)
        }
        guard let mail else {
            throw RPCError(.failedPrecondition, "no mail leaves this service")
        }
        let id = try ids.next()
        try await mail.enqueueTest(
            to: address, locale: locale, id: id, now: clock())
        log.note(context, ["mail.id": "\(id)"])
        return SendTestMailResponse(mailID: id.description)
    }
}
