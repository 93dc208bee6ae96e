import ConnectHTTP
import HTTPTypes
import RollcallAPI
import RollcallBasics
import RollcallRPC

/// One request for a page: who asks for what, and what the answer changes in the browser.
struct Visit: Sendable {
    let site: PageSite
    let head: HTTPRequest
    let path: String
    let query: FormFields
    /// Nil when it is not known.
    let client: IPAddress?
    /// That the reader can see and name.
    let id: String
    let texts: Texts
    /// What was sent; empty for a page that is only looked at.
    var form = FormFields()
    /// What is wrong with it.
    var problems = Problems()
    /// Of the browser, as its cookie says. `signedIn` makes it good for calls.
    private(set) var session: BrowserSession?
    private(set) var setCookies: [HTTPField] = []

    /// Somebody has to sign in first.
    struct SignedOut: Error {}

    init(_ site: PageSite, _ head: HTTPRequest, client: IPAddress?, id: String) {
        (self.site, self.head, self.client, self.id) = (site, head, client, id)
        path = head.pathWithoutQuery
        query = FormFields(urlEncoded: (head.path ?? "").dropFirst(path.count + 1))
        texts = site.languages.texts(
            chosen: site.cookies.value(.language, in: head.headerFields),
            accepted: head.headerFields[.acceptLanguage])
        session = site.session(in: head.headerFields)
    }

    /// For calls without a session.
    var options: CallOptions { .page(for: client) }

    /// For calls in the reader's session, with an access token that is good for some seconds.
    ///
    /// - Throws: `SignedOut`; `RPCError`.
    mutating func signedIn(lasting time: Duration = .zero) async throws -> (
        userID: String, options: CallOptions
    ) {
        guard let session,
            let (fresh, isNew) = try await site.keeper.fresh(
                session, lasting: time, options: options)
        else { throw SignedOut() }
        if isNew { try keep(fresh) }
        return (fresh.userID, .page(for: client, in: fresh))
    }

    /// Puts a session in the browser.
    mutating func keep(_ session: BrowserSession) throws {
        self.session = session
        setCookies.append(try site.cookie(with: session))
    }

    /// Puts a session that was just opened in the browser, and what Auth knows the browser by; or
    /// asks for what the sign-in waits for.
    mutating func enter(
        _ session: Session?, _ tokens: Tokens?, _ deviceToken: String,
        _ pending: PendingSignIn? = nil
    ) async throws -> Answer {
        if let pending { return await SignInPage.goOn(&self, pending) }
        guard let session, let tokens else { throw RPCError(.internal, "a session is missing") }
        try keep(BrowserSession(session: session, tokens: tokens))
        if !deviceToken.isEmpty { set(.device, deviceToken) }
        return goTo(next)
    }

    mutating func forgetSession() {
        session = nil
        set(.session, "")
    }

    mutating func set(_ name: Cookies.Name, _ value: String) {
        setCookies.append(site.cookies.set(name, value))
    }

    mutating func set(_ cookie: HTTPField) { setCookies.append(cookie) }

    var deviceToken: String { site.cookies.value(.device, in: head.headerFields) ?? "" }

    /// What the request for the last mail of a new password was answered with.
    var flow: String {
        form.has("flow") ? form["flow"] : site.cookies.value(.flow, in: head.headerFields) ?? ""
    }

    /// What was typed on this page, or on the page that led here.
    func kept(_ name: String) -> String { value(name, query[name]) }

    /// The button by which the form was sent.
    var action: String { form["action"] }

    /// Where a sign-in leads, if the page or its form says so.
    var returnPath: ReturnPath? { ReturnPath(kept("return_to"), origins: site.origins) }

    /// Where a sign-in leads.
    var next: String { returnPath?.text ?? "/people" }

    /// Leads readers on who look at a page for signing in and are signed in. Auth has to say so:
    /// otherwise a page that leads back here would do so again and again.
    mutating func leadOn() async -> Answer? {
        guard session != nil, head.method != .post else { return nil }
        do {
            _ = try await site.auth.getSession(
                GetSessionRequest(), options: try await signedIn().options)
            return goTo(next)
        } catch {
            if error is SignedOut || error.endsSession { forgetSession() }
            return nil
        }
    }

    /// An answer that makes the browser load another page, so that loading it again sends nothing.
    func goTo(_ path: String) -> Answer { Answer(.seeOther, [.location: path]) }
}

extension String {
    /// As part of a query.
    var queryEncoded: String { percentEncoded(or: "/") }
}
