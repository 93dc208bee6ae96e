import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    /// Mails of a page: they are whole, and an answer has an end.
    private static let longestSpoolPage = 50

    package func listSpool(
        _ request: ListSpoolRequest, context: CallContext
    ) async throws -> ListSpoolResponse {
        let place = try pages.position(request.pageToken, in: .spool) ?? []
        let size = min(PageTokens.size(request.pageSize), Self.longestSpoolPage)
        let last = String(decoding: place, as: UTF8.self)
        let mails = try await mail?.spool?.mails(after: last, limit: size) ?? []
        log.note(context)
        return ListSpoolResponse(
            mails: mails.map { SpooledMail(file: $0.name, text: $0.text) },
            nextPageToken: try pages.next(in: .spool, after: mails, size: size) {
                Array($0.name.utf8)
            })
    }
}
