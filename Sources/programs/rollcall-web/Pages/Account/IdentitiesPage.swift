import ConnectHTTP
import HTTPTypes
import RollcallAPI
import RollcallRPC

/// The accounts elsewhere that the reader can sign in with. Its form takes that of `?provider=`
/// away.
enum IdentitiesPage: ProvenPage {
    static let key = "identities"

    static func show(_ visit: inout Visit) async throws -> Answer {
        let (account, options) = try await visit.account()
        let (texts, ways) = (visit.texts, await visit.site.ways.now(visit.options))
        let identities = try await visit.site.identities.listIdentities(.init(), options: options)
            .identities
        let items: [HTML] = identities.map { identity in
            let (provider, subject) = (identity.provider, identity.subject)
            let query = "provider=\(provider.queryEncoded)&subject=\(subject.queryEncoded)"
            let name = ways.title(of: provider)
            return visit.row(
                name, "\(identity.email)",
                visit.change(
                    "\(name) \(identity.email)", "identities.unlink", at: "\(path)?\(query)"))
        }
        let others: [HTML] = ways.providers.filter(\.hasAuthorizationURL).map { provider in
            let text = texts("identities.link", ["provider": provider.title])
            return """
                <button class="quiet" name="provider" value="\(provider.name)">\
                \(HTML.logo(of: provider.name))\(text)</button>

                """
        }
        let link: HTML = """
            <form method="post" action="\(path)" data-busy>
            \(visit.hidden("action", "link"))\(visit.hidden("return_to", path))<div class="actions">
            \(others)</div>
            </form>

            """
        let isChosen = identities.contains { $0.subject == visit.kept("subject") }
        let content: HTML = """
            <p>\(texts["account.identities.hint"])</p>
            \(visit.rows(items))\
            \(isChosen ? visit.section("identities.unlink", form(visit, account, buttons: ["unlink"])) : link)
            """
        return visit.page("account.identities", content, isWide: true)
    }

    static func fields(_ visit: Visit, _ account: AccountInfo) -> HTML {
        visit.hidden("provider", visit.kept("provider"))
            + visit.hidden("subject", visit.kept("subject"))
    }

    static func act(
        _ visit: inout Visit, _ proof: Reauthentication, _ options: CallOptions
    ) async throws -> Answer {
        let form = visit.form
        guard visit.action != "link" else { return try await link(&visit, form["provider"]) }
        _ = try await visit.site.identities.unlinkIdentity(
            UnlinkIdentityRequest(
                proof: proof, provider: form["provider"], subject: form["subject"]),
            options: options)
        return visit.goTo("\(path)?done=unlinked")
    }

    /// The browser goes to the provider from a page, and not as the answer to a form: Chromium
    /// would compare that with `form-action`, and providers redirect as they like.
    private static func link(_ visit: inout Visit, _ name: String) async throws -> Answer {
        let (userID, _) = try await visit.signedIn()
        guard let provider = await visit.site.ways.provider(name, visit.options) else {
            return visit.goTo(path)
        }
        guard let url = try await IdentityPages.start(&visit, provider, linkingTo: userID) else {
            return IdentityPages.unfinished(visit, "away", provider)
        }
        var answer = visit.page(
            "account.identities",
            "<p><a href=\"\(url)\">\(visit.texts("identities.link", ["provider": provider.title]))</a></p>"
        )
        answer.fields[.refresh] = "0; url=\(url)"
        return answer
    }
}

extension HTTPField.Name {
    fileprivate static let refresh = HTTPField.Name(known: "refresh")
}
