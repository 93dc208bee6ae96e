import HTTPTypes
import RollcallRPC

/// Calls of the pages' script.
extension Pages {
    /// The head of a call with the browser's session as its token: of a page of ours alone, and
    /// with the field of Connect, which a page of others cannot send unasked.
    ///
    /// - Returns: nil for a call that has a token of its own, or no session; and the cookie that
    ///   the answer has to set, if the access token is new.
    /// - Throws: `RPCError` when Auth does not answer: the session goes on.
    func authorized(
        _ head: HTTPRequest, _ client: IPAddress?
    ) async throws -> (HTTPRequest, HTTPField?)? {
        guard !head.headerFields.contains(.authorization),
            head.headerFields.contains(.connectProtocolVersion), SameOrigin.allows(head),
            let session = site.session(in: head.headerFields),
            let (fresh, isNew) = try await site.keeper.fresh(session, options: .page(for: client))
        else { return nil }
        var head = head
        head.headerFields[.authorization] = "Bearer \(fresh.tokens.accessToken)"
        return (head, isNew ? try site.cookie(with: fresh) : nil)
    }
}
