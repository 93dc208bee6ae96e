import ConnectHTTP
import HTTPTypes
import NIOCore

extension Visit {
    /// A whole page.
    ///
    /// - Parameters:
    ///   - title: the key of its heading.
    ///   - isWide: for lists and the account.
    func page(_ title: String, _ content: HTML, isWide: Bool = false) -> Answer {
        let done: HTML? = doneText.map { "<p class=\"done\" role=\"status\">\($0)</p>\n" }
        let summary = problems.summary(texts)
        let html: HTML = """
            <!DOCTYPE html>
            <html lang="\(texts.language)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <meta name="color-scheme" content="light dark">
            <title>\(summary == nil ? "" : texts["title.broken"])\(texts[title]) – \(texts["name"])</title>
            <link rel="stylesheet" href="\(site.files.style)">
            \(icon)\
            <script src="\(site.files.script)" defer></script>
            </head>
            <body\(session == nil ? "" : " data-online" as HTML)>
            <a class="skip" href="#main">\(texts["skip"])</a>
            <header>
            <a class="brand" href="/">\(logo)\(texts["name"])</a>
            \(navigation)</header>
            <main id="main" class="card\(isWide ? " wide" : "")">
            <h1>\(texts[title])</h1>
            \(summary)\(done)\(content)</main>
            <footer>
            \(languageForm)</footer>
            </body>
            </html>

            """
        return Answer(
            .ok, [.contentType: "text/html; charset=utf-8"], ByteBuffer(string: html.text))
    }

    /// What was done by the form that led here: `?done=KEY` of a text `done.KEY`.
    private var doneText: String? {
        let key = "done.\(query["done"])"
        return query.has("done") && texts.has(key) ? texts[key] : nil
    }

    private var icon: HTML? {
        site.files.logo.map { "<link rel=\"icon\" href=\"\($0)\">\n" }
    }

    private var logo: HTML? {
        site.files.logo.map { "<img src=\"\($0)\" alt=\"\" height=\"32\">" }
    }

    private var navigation: HTML? {
        guard session != nil else { return nil }
        let items: [HTML] = ["people", "account", "sign-out"].map { name in
            let isHere: HTML? = path == "/\(name)" ? " aria-current=\"page\"" : nil
            return "<a href=\"/\(name)\"\(isHere)>\(texts["nav.\(name)"])</a>\n"
        }
        return "<nav aria-label=\"\(texts["nav"])\">\n\(items)</nav>\n"
    }

    private var languageForm: HTML {
        let options: [HTML] = site.languages.names.map { language, name in
            let isChosen: HTML? = language == texts.language ? " selected" : nil
            return "<option value=\"\(language)\" lang=\"\(language)\"\(isChosen)>\(name)</option>"
        }
        return """
            <form method="post" action="/language" class="language">
            \(hidden("return_to", head.path ?? path))
            <label for="language">\(texts["language"])</label>
            <select id="language" name="language">\(options)</select>
            <button class="quiet">\(texts["language.set"])</button>
            </form>

            """
    }
}
