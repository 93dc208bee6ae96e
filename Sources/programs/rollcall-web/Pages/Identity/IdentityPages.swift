import ConnectHTTP
import Foundation
import HTTPTypes
import RollcallAPI
import RollcallRPC

/// Signing in at a provider: `/google`, and the like for each provider of the deployment.
enum IdentityPages {
    /// - Returns: nil if there is no such page.
    static func answer(_ visit: inout Visit, at route: IdentityRoute) async throws -> Answer? {
        let isPost = visit.head.method == .post
        guard let provider = await visit.site.ways.provider(route.provider, visit.options),
            isPost ? route.step != .start : route.step != .finish
        else { return nil }
        switch route.step {
        case .start:
            let url = try await start(&visit, provider)
            return url.map { visit.goTo($0) } ?? unfinished(visit, "away", provider)
        // Looking ends no attempt.
        case _ where visit.head.method == .head: return Answer(.ok)
        // The form of another site comes without our cookies. What follows it has them.
        case .callback where isPost: return visit.goTo("\(visit.path)?\(said(visit.form))")
        case .callback: return try await comeBack(&visit, provider)
        case .finish: return try await finish(&visit, provider)
        case .app:
            let said = said(isPost ? visit.form : visit.query)
            return visit.site.appRedirect.map { visit.goTo("\($0)/\(provider.name)?\(said)") }
        }
    }

    /// Begins an attempt, and keeps it in the browser.
    ///
    /// - Parameter userID: the account that the identity is to be linked to; empty for a sign-in.
    /// - Returns: where the browser goes now; nil while the provider is away.
    static func start(
        _ visit: inout Visit, _ provider: IdentityProvider, linkingTo userID: String = ""
    ) async throws -> String? {
        do {
            let start = try await visit.site.identities.startIdentity(
                StartIdentityRequest(provider: provider.name, way: .page), options: visit.options)
            try visit.keep(
                IdentityAttempt(
                    provider: provider.name, start, userID: userID,
                    returnPath: visit.returnPath?.text ?? ""))
            return start.authorizationURL
        } catch let error as RPCError where error.reasons.contains(.providerUnavailable) {
            return nil
        }
    }

    /// The provider has sent the browser back: with a code, or because the reader does not want to.
    private static func comeBack(
        _ visit: inout Visit, _ provider: IdentityProvider
    ) async throws -> Answer {
        visit.form = visit.query
        let error = visit.form["error"]
        guard !error.isEmpty else { return try await finish(&visit, provider) }
        let attempt = visit.attempt(at: provider)
        if let attempt { visit.end(attempt) }
        guard cancellations.contains(error) else { return unfinished(visit, "refused", provider) }
        let next = attempt?.returnPath ?? ""
        return visit.goTo("\(SignInPage.path)?return_to=\(next.queryEncoded)")
    }

    /// How providers say that the reader has cancelled: OAuth 2.0 (RFC 6749, 4.1.2.1), and Apple.
    private static let cancellations = ["access_denied", "user_cancelled_authorize"]

    /// Signs in, or links, by the code in the form.
    private static func finish(
        _ visit: inout Visit, _ provider: IdentityProvider
    ) async throws -> Answer {
        guard let attempt = visit.attempt(at: provider) else {
            return unfinished(visit, "expired", provider)
        }
        let proof = IdentityProof(attempt: attempt.attempt, proof: .code(visit.form["code"]))
        do {
            return attempt.isLink
                ? try await link(&visit, attempt, proof)
                : try await signIn(&visit, attempt, proof)
        } catch let error as RPCError {
            let proofs = ["proof", "proof.password", "proof.mailed_code", "proof.factor_code"]
            if attempt.isLink, error.isAbout(proofs) { return try await askForProof(&visit, error) }
            if error.isAbout(["display_name"]) { return askForName(&visit, error) }
            if error.reasons.contains(.passwordResetRequired) {
                return visit.goTo("\(ForgotPasswordPage.path)?done=reset-required")
            }
            for (reason, key) in [
                (Reason.attemptExpired, "expired"), (.providerUnavailable, "away"),
                (.identityTokenInvalid, "refused"), (.wrongCredentials, "refused"),
                (.identityTaken, "taken"),
            ] where error.reasons.contains(reason) {
                if reason != .providerUnavailable { visit.end(attempt) }
                return unfinished(visit, key, provider)
            }
            throw error
        }
    }

    private static func signIn(
        _ visit: inout Visit, _ attempt: IdentityAttempt, _ proof: IdentityProof
    ) async throws -> Answer {
        let device = visit.device
        let answer = try await visit.site.identities.signInWithIdentity(
            SignInWithIdentityRequest(
                proof: proof, deviceLabel: device.label, platform: device.platform,
                deviceToken: visit.deviceToken, displayName: visit.form["display_name"],
                locale: visit.texts.language),
            options: visit.options)
        visit.end(attempt)
        visit.form["return_to"] = attempt.returnPath
        return try await visit.enter(
            answer.session, answer.tokens, answer.deviceToken, answer.pending)
    }

    private static func link(
        _ visit: inout Visit, _ attempt: IdentityAttempt, _ identity: IdentityProof
    ) async throws -> Answer {
        let (account, options) = try await visit.account()
        // Another reader has signed in meanwhile.
        guard account.userID == attempt.userID else {
            throw RPCError.violation(.notFound, .attemptExpired, "it was begun by another user")
        }
        if visit.action == "mail" {
            _ = try await visit.site.accounts.sendReauthentication(.init(), options: options)
            return visit.goTo("/\(attempt.provider)/callback?\(said(visit.form))&done=mailed")
        }
        let proof = IdentitiesPage.proof(visit, account)
        _ = try await visit.site.identities.linkIdentity(
            LinkIdentityRequest(proof: proof, identity: identity), options: options)
        visit.end(attempt)
        return visit.goTo("\(IdentitiesPage.path)?done=linked")
    }

    /// The session is not fresh enough to link an identity without a proof.
    private static func askForProof(_ visit: inout Visit, _ error: RPCError) async throws -> Answer
    {
        let (account, _) = try await visit.account()
        if !error.reasons.contains(.reauthenticationRequired) {
            visit.problems = Problems(error, visit.texts, names: IdentitiesPage.names) ?? Problems()
        }
        let form = IdentitiesPage.form(
            visit, account, buttons: ["confirm"], to: finishPath(visit), kept(visit))
        return visit.page(
            "account.identities", "<p>\(visit.texts["identities.proof"])</p>\n\(form)")
    }

    /// The deployment wants a display name of every account.
    private static func askForName(_ visit: inout Visit, _ error: RPCError) -> Answer {
        visit.problems = Problems(error, visit.texts) ?? Problems()
        let name = Field(
            name: "display_name", autocomplete: "nickname", value: visit.form["display_name"],
            hint: "sign-up.name.hint", attributes: .verbatim)
        return visit.page(
            "sign-up.title",
            visit.form(
                visit.html(name) + kept(visit), button: "sign-up.button", to: finishPath(visit)))
    }

    /// A page about an attempt that did not succeed. Readers who are signed in wanted to link.
    ///
    /// - Parameter key: of the text `identity.KEY`.
    static func unfinished(
        _ visit: Visit, _ key: String, _ provider: IdentityProvider
    ) -> Answer {
        let text = visit.texts("identity.\(key)", ["provider": provider.title])
        let isLink = visit.session != nil
        let start = isLink ? IdentitiesPage.path : SignInPage.path
        return visit.page(
            isLink ? "identities.not-linked" : "identity.title",
            "<p>\(text)</p>\n\(visit.links([start: "identity.again"]))")
    }

    private static func finishPath(_ visit: Visit) -> String {
        "/\(IdentityRoute(visit.path)?.provider ?? "")/\(IdentityRoute.Step.finish.rawValue)"
    }

    /// What the provider has said, for the next step.
    private static func kept(_ visit: Visit) -> HTML {
        visit.hidden("code", visit.form["code"]) + visit.hidden("state", visit.form["state"])
    }

    /// What the provider has said, as a query: no more than what belongs to its attempt.
    private static func said(_ fields: FormFields) -> String {
        ["code", "state", "error"].filter(fields.has)
            .map { "\($0)=\(fields[$0].queryEncoded)" }.joined(separator: "&")
    }
}

extension RPCError {
    /// Whether one of these fields of the request is missing or wrong.
    fileprivate func isAbout(_ fields: [String]) -> Bool {
        detail(ErrorInfo.self)?.violations.contains { fields.contains($0.field) } ?? false
    }
}

extension Visit {
    private var attempts: IdentityAttempts {
        IdentityAttempts(
            in: head.headerFields, site.keeper.seal, site.cookies,
            now: Int64(Date().timeIntervalSince1970 * 1000))
    }

    /// The attempt that the form belongs to, if it is one of this browser.
    fileprivate func attempt(at provider: IdentityProvider) -> IdentityAttempt? {
        attempts.attempt(at: provider.name, state: form["state"])
    }

    fileprivate mutating func keep(_ attempt: IdentityAttempt) throws {
        set(try attempts.cookie(adding: attempt))
    }

    fileprivate mutating func end(_ attempt: IdentityAttempt) {
        if let cookie = attempts.cookie(removing: attempt) { set(cookie) }
    }
}
