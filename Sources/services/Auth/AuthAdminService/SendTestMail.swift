import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func sendTestMail(
        _ request: SendTestMailRequest, context: CallContext
    ) async throws -> SendTestMailResponse {
        var rules = BrokenRules()
        let address = rules.check(email: request.email, in: .all)
        let locale = rules.check(locale: request.locale)
        guard rules.isEmpty, let address, let locale else {
            throw rules.refusal(of: SendTestMailRequest.self)
        }
        guard mail != nil else {
            throw RPCError(.failedPrecondition, "no mail leaves this service")
        }
        let id = try ids.next()
        let mail = MailItem(
            id: id, kind: .test, account: nil, recipient: address.text, locale: locale)
        try await store.queue(mail, now: clock())
        log.note(context, ["mail.id": "\(id)"])
        return SendTestMailResponse(mailID: id.description)
    }
}
