import ConnectHTTP
import RollcallAPI

/// Whom the reader has blocked.
enum BlockedPage: Page {
    static let path = "/account/blocked"

    static func show(_ visit: inout Visit) async throws -> Answer {
        let (_, options) = try await visit.signedIn()
        let texts = visit.texts
        let answer = try await visit.site.profiles.listBlockedUsers(
            ListBlockedUsersRequest(pageToken: visit.query["page"]), options: options)
        let items: [HTML] = answer.users.map { user in
            let name = user.displayName.isEmpty ? texts["blocked.unnamed"] : user.displayName
            let fields = visit.hidden("action", "unblock") + visit.hidden("user", user.userID)
            let unblock = visit.form(fields, button: "blocked.unblock")
            return visit.row(name, nil, unblock)
        }
        let next = visit.more(at: path, answer.nextPageToken, texts["blocked.next"])
        let list: HTML = "\(visit.rows(items))\(next)"
        let none: HTML = "<p>\(texts["blocked.none"])</p>\n"
        return visit.page("account.blocked", items.isEmpty ? none : list, isWide: true)
    }

    static func submit(_ visit: inout Visit) async throws -> Answer {
        let (_, options) = try await visit.signedIn()
        let user = UserKey(key: .userID(visit.form["user"]))
        _ = try await visit.site.profiles.unblockUser(.init(user: user), options: options)
        return visit.goTo("\(path)?done=unblocked")
    }
}
