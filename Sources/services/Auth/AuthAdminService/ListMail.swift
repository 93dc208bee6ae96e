import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthAdminHandler {
    package func listMail(
        _ request: ListMailRequest, context: CallContext
    ) async throws -> ListMailResponse {
        let state = try QueuedMail.State(request.state).orThrow(
            .missing("state", "say which mails"))
        let place = try pages.position(request.pageToken, in: .mail)
        let last = try place.map { try id($0, of: state) }
        let size = PageTokens.size(request.pageSize)
        let mails = try await store.mail(state, before: last, limit: size)
        return ListMailResponse(
            mails: mails.map(MailSummary.init),
            nextPageToken: try pages.next(in: .mail, after: mails, size: size) {
                Array(state.rawValue.utf8) + $0.id.bytes
            })
    }

    /// Where a page ended, if it was one of mails in that state.
    private func id(_ place: [UInt8], of state: QueuedMail.State) throws -> UUIDv7 {
        let name = state.rawValue.utf8
        guard place.starts(with: name), let id = UUIDv7(bytes: place.dropFirst(name.count)) else {
            throw RPCError.pageTokenInvalid
        }
        return id
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
