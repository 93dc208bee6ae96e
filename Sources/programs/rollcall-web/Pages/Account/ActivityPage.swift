import ConnectHTTP
import RollcallAPI

/// What was done to the reader's account.
enum ActivityPage: Page {
    static let path = "/account/activity"

    static func show(_ visit: inout Visit) async throws -> Answer {
        let (_, options) = try await visit.signedIn()
        let texts = visit.texts
        let page = try await visit.site.audit.listActivity(
            ListActivityRequest(pageToken: visit.query["page"]), options: options)
        let items: [HTML] = page.entries.map { entry in
            let key = "activity.\(entry.action)"
            // Another version of Auth may know actions that have no text here.
            let action = texts.has(key) ? texts[key] : entry.action
            let actor = "activity.by.\(entry.actor)"
            let more = [texts.has(actor) ? texts[actor] : "", entry.addressPrefix]
                .filter { !$0.isEmpty }.joined(separator: ", ")
            return visit.row(action, "\(texts.time(entry.atMs)) <bdi>\(more)</bdi>")
        }
        let next = visit.more(at: path, page.nextPageToken, texts["activity.more"])
        let none: HTML = "<p>\(texts["activity.none"])</p>\n"
        return visit.page(
            "account.activity", items.isEmpty ? none : "\(visit.rows(items))\(next)", isWide: true)
    }
}
