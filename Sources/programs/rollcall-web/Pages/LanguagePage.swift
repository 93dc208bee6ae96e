import ConnectHTTP

/// Keeps the language that a reader has chosen.
enum LanguagePage: Page {
    static let path = "/language"

    static func show(_ visit: inout Visit) async throws -> Answer { visit.goTo("/") }

    static func submit(_ visit: inout Visit) async throws -> Answer {
        let language = visit.form["language"]
        if visit.site.languages.names.contains(where: { $0.language == language }) {
            visit.set(.language, language)
        }
        return visit.goTo(visit.returnPath?.text ?? "/")
    }
}
