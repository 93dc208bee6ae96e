import RollcallAPI

extension Visit {
    /// The ways to sign in or up besides a password.
    ///
    /// - Parameter mailsCodes: whether a mailed code is one of them.
    func otherWays(mailsCodes: Bool) async -> HTML? {
        let ways = await site.ways.now(options)
        let query = "?return_to=\(next.queryEncoded)"
        var buttons: [HTML] = ways.providers.filter(\.hasAuthorizationURL).map { provider in
            let text = texts("way.provider", ["provider": provider.title])
            return """
                <a class="button quiet" href="/\(provider.name)\(query)">\
                \(HTML.logo(of: provider.name))\(text)</a>

                """
        }
        if mailsCodes, ways.mailsCodes {
            let code: HTML = """
                <a class="button quiet" href="\(SignInCodePage.path)\(query)">\(texts["way.code"])</a>

                """
            buttons.append(code)
        }
        guard !buttons.isEmpty else { return nil }
        return "<div class=\"ways\">\n<p class=\"muted\">\(texts["way.or"])</p>\n\(buttons)</div>\n"
    }
}

extension HTML {
    /// The mark that a provider wants on its button; nil for others.
    static func logo(of provider: String) -> HTML? {
        let bytes: [UInt8]? =
            switch provider {
            case "google": PackageResources.google_svg
            case "apple": PackageResources.apple_svg
            default: nil
            }
        return bytes.map { HTML(trusted: String(decoding: $0, as: UTF8.self)) }
    }
}
