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
            let current: HTML = "<strong>\(texts["sessions.current"])</strong>"
            return visit.row(
                name, visit.times(since: session.createdAtMs, used: session.lastUsedAtMs),
                session.isCurrent ? current : end)
        }
        let others = visit.form(visit.hidden("action", "end_others"), button: "sessions.end_others")
        let content: HTML = "\(visit.rows(items))\(items.count > 1 ? others : nil)"
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

extension Visit {
    /// How long there has been something to sign in with, and when it was last used.
    func times(since made: Int64, used: Int64) -> HTML {
        let last: HTML? = used == 0 ? nil : ", \(texts["sessions.used"]) \(texts.time(used))"
        return "\(texts["sessions.since"]) \(texts.time(made))\(last)"
    }
}
