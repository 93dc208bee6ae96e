import HTTPTypes
import RollcallRPC

/// Calls of the pages' script.
extension Pages {
    /// The head of a call with the browser's session as its token: of a page of ours alone, and
    /// with the field of Connect, which a page of others cannot send unasked.
    ///
    /// - Returns: nil for a call that has a token of its own, or no session; and the cookie that
    ///   the answer has to set, if the access token is new.
    func authorized(
        _ head: HTTPRequest, _ client: IPAddress?
    ) async -> (HTTPRequest, HTTPField?)? {
        guard head.headerFields[.authorization] == nil,
            head.headerFields[.connectProtocolVersion] != nil, SameOrigin.allows(head)
        else { return nil }
        var visit = Visit(site, head, client: client, id: "")
        guard let session = try? await visit.freshSession() else { return nil }
        var head = head
        head.headerFields[.authorization] = "Bearer \(session.tokens.accessToken)"
        return (head, visit.setCookies.last)
    }
}
