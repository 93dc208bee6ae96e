import RollcallAPI
import RollcallRPC

extension MailHandler {
    /// Mails of a page: they are whole, and an answer has an end.
    private static let longestSpoolPage = 50

    func listSpool(
        _ request: ListSpoolRequest, _ context: CallContext
    ) async throws -> ListSpoolResponse {
        let place = try pages.position(request.pageToken, in: .spool) ?? []
        let size = min(PageTokens.size(request.pageSize), Self.longestSpoolPage)
        let last = String(decoding: place, as: UTF8.self)
        let mails = try await mail?.spooled(after: last, limit: size) ?? []
        log.note(context)
        var response = ListSpoolResponse(
            mails: mails.map { SpooledMail(file: $0.name, text: $0.text) })
        if mails.count == size, let last = mails.last {
            response.nextPageToken = try pages.token(of: .spool, endingWith: Array(last.name.utf8))
        }
        return response
    }
}
