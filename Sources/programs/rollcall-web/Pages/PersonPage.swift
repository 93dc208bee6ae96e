import ConnectHTTP
import RollcallAPI
import RollcallRPC

/// One person: what they say of themselves, and what to do against them.
extension PeoplePage {
    static func person(
        _ user: String, _ visit: Visit, _ reader: (userID: String, options: CallOptions)
    ) async throws -> Answer {
        guard let person = try await visit.site.profile(of: user, reader.options) else {
            return visit.errorPage(.notFound, "not-found")
        }
        let presences = await visit.site.presences(of: [person], reader.options)
        let isOwn = user == reader.userID
        let facts: [HTML] = [("pronouns", person.pronouns), ("location", person.location)]
            .filter { !$1.isEmpty }
            .map { "<dt>\(visit.texts["people.\($0)"])</dt><dd dir=\"auto\">\($1)</dd>\n" }
        let lines: [HTML] = person.bio.split(separator: "\n", omittingEmptySubsequences: false)
            .map { "\(String($0))<br>" }
        let bio: HTML? = person.bio.isEmpty ? nil : "<p dir=\"auto\">\(lines)</p>\n"
        // Profile accepts no others.
        let links: [HTML] = person.links.filter { $0.hasPrefix("https://") }.map { link in
            "<li><a href=\"\(link)\" rel=\"nofollow noopener noreferrer\">\(link)</a></li>\n"
        }
        return visit.page(
            "person.title",
            """
            <ul data-presence\(visit.presenceTexts)>
            \(visit.item(person, presences, isOwn: isOwn, photoSize: 96))</ul>
            <dl>
            \(facts)</dl>
            \(bio)\(links.isEmpty ? nil : "<ul class=\"links\">\n\(links)</ul>\n" as HTML)\
            \(isOwn ? nil : actions(visit, user))\(visit.links([path: "person.back"]))

            """, isWide: true)
    }

    private static func actions(_ visit: Visit, _ user: String) -> HTML {
        let who = visit.hidden("user", user)
        let chosen = visit.form["reason"]
        let reasons: [HTML] = (1...9).map { (number: Int32) in
            let isChosen: HTML? = chosen == "\(number)" ? " selected" : nil
            let text = visit.texts["report.\(ReportReason(rawValue: number))"]
            return "<option value=\"\(number)\"\(isChosen)>\(text)</option>\n"
        }
        let first: HTML = "<option value=\"\">\(visit.texts["report.choose"])</option>\n"
        let reason = Field(name: "reason", label: "report.reason")
        let text = Field(
            name: "text", value: visit.form["text"], label: "report.text", isRequired: false,
            attributes: " maxlength=\"500\" rows=\"4\"")
        let report: HTML = """
            \(who)\(visit.hidden("action", "report"))\
            \(visit.html(reason) { "<select\($0)>\n\(first)\(reasons)</select>" })\
            \(visit.textArea(text))
            """
        return """
            <details>
            <summary>\(visit.texts["block.title"])</summary>
            <p>\(visit.texts["block.hint"])</p>
            \(visit.form("\(who)\(visit.hidden("action", "block"))", button: "block.button"))</details>
            <details\(visit.action == "report" ? " open" : nil as HTML?)>
            <summary>\(visit.texts["report.title"])</summary>
            <p>\(visit.texts["report.hint"])</p>
            \(visit.form(report, button: "report.button"))</details>

            """
    }
}
