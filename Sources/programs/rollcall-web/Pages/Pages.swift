import ConnectHTTP
import HTTPServing
import HTTPTypes
import NIOCore
import RollcallRPC

/// A page, at a path of its own.
protocol Page: Sendable {
    static var path: String { get }
    /// The page's own names of fields, by those of the RPCs that it calls.
    static var names: [String: String] { get }

    /// Shows the page, also with what is wrong with its form.
    ///
    /// - Throws: `Visit.SignedOut`; `RPCError`.
    static func show(_ visit: inout Visit) async throws -> Answer

    /// Does what its form asks for. What breaks a rule is shown beside the field that it is about.
    ///
    /// - Throws: `Visit.SignedOut`; `RPCError`.
    static func submit(_ visit: inout Visit) async throws -> Answer
}

extension Page {
    static var names: [String: String] { [:] }

    static func submit(_ visit: inout Visit) async throws -> Answer {
        Answer(.methodNotAllowed, [.allow: "GET, HEAD"])
    }
}

/// The pages that people need, rendered here. They work without script.
final class Pages: Sendable {
    let site: PageSite
    private let pages: [String: any Page.Type]
    private let fields: HTTPFields

    init(_ site: PageSite) {
        self.site = site
        fields = Self.fields(site.origins)
        pages = Dictionary(uniqueKeysWithValues: Self.all.map { ($0.path, $0) })
    }

    /// Whether a request is for these pages: somebody looks, or sends a form.
    ///
    /// - Parameter path: of the head.
    func has(_ head: HTTPRequest, at path: String) -> Bool {
        if head.method == .get || head.method == .head { return !path.hasPrefix("/rollcall.") }
        let isAtProvider = head.method == .post && IdentityRoute(path) != nil
        guard pages[path] != nil || isAtProvider else { return false }
        let type = head.headerFields[.contentType]?.lowercased() ?? ""
        return type.hasPrefix("application/x-www-form-urlencoded")
            || type.hasPrefix("multipart/form-data")
    }

    /// A path of these pages, without what differs from person to person; nil for any other.
    func route(of path: String) -> String? {
        if pages[path] != nil { return path }
        return ["/files/", "/photos/"].first { path.hasPrefix($0) }
    }

    /// The fields that each page has, beside those of the door.
    ///
    /// - Parameter origins: to which a sign-in may lead back. Chromium follows the answer to a form
    ///   only to what `form-action` names.
    private static func fields(_ origins: Set<String>) -> HTTPFields {
        let own = (["'self'"] + origins.sorted()).joined(separator: " ")
        return [
            .contentSecurityPolicy:
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                + "connect-src 'self'; form-action \(own); base-uri 'none'; frame-ancestors 'none'",
            HTTPField.Name(known: "referrer-policy"): "no-referrer",
            HTTPField.Name(known: "cross-origin-opener-policy"): "same-origin",
            HTTPField.Name(known: "x-robots-tag"): "noindex",
            .vary: "Cookie, Accept-Language",
        ]
    }

    /// - Parameters:
    ///   - id: of the request, for its reader.
    func answer(
        _ head: HTTPRequest, _ body: inout IncomingBody,
        _ writer: AnswerWriter, client: IPAddress?, id: String,
        _ record: CallRecord
    ) async -> Answer {
        if let file = site.files.answer(head) { return file }
        var visit = Visit(site, head, client: client, id: id)
        var answer: Answer
        do {
            answer = try await self.answer(&visit, &body, writer)
        } catch is Visit.SignedOut {
            answer = signIn(&visit)
        } catch let error where error.endsSession {
            answer = signIn(&visit)
        } catch {
            let error = RPCError.wire(for: error)
            record.ended(error.code)
            answer = visit.errorPage(error)
        }
        // A photo has a policy of its own, and is no page.
        if answer.fields[.contentSecurityPolicy] == nil {
            answer.fields.append(contentsOf: fields)
        }
        answer.fields.append(contentsOf: visit.setCookies)
        return answer
    }

    private func answer(
        _ visit: inout Visit, _ body: inout IncomingBody,
        _ writer: AnswerWriter
    ) async throws -> Answer {
        if let photo = try await visit.photo() { return photo }
        guard let page = pages[visit.path] else {
            return try await identityPage(&visit, &body, writer)
                ?? visit.errorPage(.notFound, "not-found")
        }
        switch visit.head.method {
        case .get, .head: return try await page.show(&visit)
        case .post:
            guard SameOrigin.allows(visit.head) else {
                return visit.errorPage(.forbidden, "other-origin")
            }
            if page is AccountPhotoPage.Type {
                return try await AccountPhotoPage.upload(&visit, &body, writer)
            }
            visit.form = try await form(&body, writer)
            return try await visit.submit(to: page)
        default: return Answer(.methodNotAllowed, [.allow: "GET, HEAD, POST"])
        }
    }

    private func form(
        _ body: inout IncomingBody, _ writer: AnswerWriter
    ) async throws -> FormFields {
        let text = try await body.whole(limit: FormFields.longest, writer)
        return FormFields(urlEncoded: String(buffer: text))
    }

    /// - Returns: nil if there is no such page.
    private func identityPage(
        _ visit: inout Visit, _ body: inout IncomingBody, _ writer: AnswerWriter
    ) async throws -> Answer? {
        guard let route = IdentityRoute(visit.path) else { return nil }
        if visit.head.method == .post {
            guard route.acceptsFormsOfOthers || SameOrigin.allows(visit.head) else {
                return visit.errorPage(.forbidden, "other-origin")
            }
            visit.form = try await form(&body, writer)
        }
        return try await IdentityPages.answer(&visit, at: route)
    }

    /// Asks the reader to sign in, and comes back to a page that was looked at.
    private func signIn(_ visit: inout Visit) -> Answer {
        let isLookedAt = visit.head.method != .post
        if visit.session != nil { visit.forgetSession() }
        let target = isLookedAt ? visit.head.path ?? visit.path : visit.path
        return visit.goTo("\(SignInPage.path)?return_to=\(target.queryEncoded)")
    }
}

extension Visit {
    /// Does what a form asks for, or shows it again with what is wrong.
    mutating func submit(to page: any Page.Type) async throws -> Answer {
        do {
            return try await page.submit(&self)
        } catch let error as RPCError {
            return try await show(page, again: error)
        }
    }

    /// Shows a form again with what is wrong with it.
    ///
    /// - Throws: an error that is not about the form.
    mutating func show(_ page: any Page.Type, again error: RPCError) async throws -> Answer {
        let found = Problems(error, texts, names: page.names)
        let isAway = [.unavailable, .deadlineExceeded, .aborted].contains(error.code)
        guard !error.endsSession, found != nil || isAway else { throw error }
        problems = found ?? Problems()
        // What was typed stays, and can be sent again.
        if found == nil { problems.add(nil, texts["error.away"]) }
        var answer = try await page.show(&self)
        let isLimit = error.code == .resourceExhausted
        answer.status = isLimit ? .tooManyRequests : .unprocessableContent
        if found == nil { answer.status = .serviceUnavailable }
        return answer
    }

    /// A page about what went wrong.
    func errorPage(_ error: RPCError) -> Answer {
        switch error.code {
        case _ where error.reasons.contains(.signInWayOff): errorPage(.notFound, "not-found")
        case .resourceExhausted where error.reasons == []: errorPage(.contentTooLarge, "malformed")
        case .unavailable, .deadlineExceeded, .resourceExhausted:
            errorPage(.serviceUnavailable, "away")
        case .notFound: errorPage(.notFound, "not-found")
        case .permissionDenied: errorPage(.forbidden, "not-allowed")
        case .invalidArgument: errorPage(.badRequest, "malformed")
        default: errorPage(.internalServerError, "failed")
        }
    }

    /// - Parameter key: of the texts `error.KEY`, `error.KEY.title`.
    func errorPage(_ status: HTTPResponse.Status, _ key: String) -> Answer {
        var answer = page(
            "error.\(key).title",
            """
            <p>\(texts["error.\(key)"])</p>
            <p><a href="/">\(texts["error.home"])</a></p>
            <p class="hint">\(texts["error.id"]) <code>\(id)</code></p>

            """)
        answer.status = status
        return answer
    }
}
