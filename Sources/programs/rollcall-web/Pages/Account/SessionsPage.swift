import ConnectHTTP
import RollcallAPI

/// Where the reader is signed in.
enum SessionsPage: Page {
    static let path = "/account/sessions"

    static func show(_ visit: inout Visit) async throws -> Answer {
        let (_, options) = try await visit.signedIn()
        let texts = visit.texts
        let sessions = try await visit.site.auth.listSessions(.init(), options: options).sessions
        let items: [HTML] = sessions.map { session in
            let name = [session.deviceLabel, session.platform, session.addressPrefix]
                .filter { !$0.isEmpty }.joined(separator: ", ")
            let fields = visit.hidden("action", "end") + visit.hidden("session", session.sessionID)
            let end = visit.form(fields, button: "sessions.end")
            return """
                <li><div class="who"><bdi>\(name)</bdi><p class="muted">\(texts["sessions.since"]) \
                \(texts.time(session.createdAtMs)), \(texts["sessions.used"]) \
                \(texts.time(session.lastUsedAtMs))</p></div>\
                \(session.isCurrent ? "<strong>\(texts["sessions.current"])</strong>" : end)</li>

                """
        }
        let others = visit.form(visit.hidden("action", "end_others"), button: "sessions.end_others")
        let content: HTML = "<ul class=\"rows\">\n\(items)</ul>\n\(items.count > 1 ? others : nil)"
        return visit.page("account.sessions", content, isWide: true)
    }

    static func submit(_ visit: inout Visit) async throws -> Answer {
        let (_, options) = try await visit.signedIn()
        let auth = visit.site.auth
        if visit.action == "end_others" {
            _ = try await auth.revokeOtherSessions(.init(), options: options)
        } else {
            _ = try await auth.revokeSession(
                .init(sessionID: visit.form["session"]), options: options)
        }
        return visit.goTo("\(path)?done=ended")
    }
}
