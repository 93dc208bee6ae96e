import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthAdminHandler {
    package func listMail(
        _ request: ListMailRequest, context: CallContext
    ) async throws -> ListMailResponse {
        let state = try QueuedMail.State(request.state).orThrow(
            .missing("state", "say which mails"))
        let page = try pages.page(
            request.pageToken, size: request.pageSize, of: state.rawValue, context)
        let mails = try await store.mail(state, before: page.id, limit: page.limit)
        return ListMailResponse(
            mails: mails.map(MailSummary.init),
            nextPageToken: try page.next(after: mails) { "\($0.id)" })
    }
}

extension QueuedMail.State {
    fileprivate init?(_ state: MailState) {
        guard let known = Self.allCases.first(where: { $0.message == state }) else { return nil }
        self = known
    }

    fileprivate var message: MailState {
        switch self {
        case .pending: .pending
        case .sent: .sent
        case .dead: .dead
        }
    }
}

extension MailSummary {
    /// Field by field, without what is in the mail.
    fileprivate init(_ mail: QueuedMail) {
        self.init(
            mailID: mail.id.description,
            kind: mail.kind?.rawValue ?? "",
            userID: mail.account?.description ?? "",
            recipient: mail.recipient,
            state: mail.state.message,
            attempts: UInt32(clamping: mail.attempts),
            dueAtMs: mail.dueAtMs,
            createdAtMs: mail.createdAtMs,
            expiresAtMs: mail.expiresAtMs,
            endedAtMs: mail.endedAtMs ?? 0,
            lastError: mail.lastError)
    }
}
