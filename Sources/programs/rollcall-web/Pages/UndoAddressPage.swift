import ConnectHTTP
import RollcallAPI

/// Takes back a change of an address that its owner did not make, by the link of a mail.
enum UndoAddressPage: Page {
    static let path = "/undo-address"
    static let names = ["link_token": "token"]

    static func show(_ visit: inout Visit) async throws -> Answer {
        let token = Field(
            name: "token", value: visit.form["token"], label: "undo.link", hint: "undo.link.hint",
            attributes: .verbatim)
        return visit.page(
            "undo.title",
            "<p>\(visit.texts["undo"])</p>\n"
                + visit.form(visit.html(token), button: "undo.look", " data-token"))
    }

    static func submit(_ visit: inout Visit) async throws -> Answer {
        let token = visit.form["token"]
        let link = try await visit.link(token, for: .undoAddressChange)
        guard visit.action == "undo" else { return question(visit, until: link.expiresAtMs) }
        let answer = try await visit.site.accounts.followLink(
            FollowLinkRequest(linkToken: token), options: visit.options)
        // It has ended all sessions of the account, and mailed a code for a new password.
        visit.forgetSession()
        visit.set(.flow, answer.flow)
        return visit.goTo("\(ResetPasswordPage.path)?done=address-undone")
    }

    /// Says what will be done.
    private static func question(_ visit: Visit, until end: Int64) -> Answer {
        let fields = visit.hidden("token", visit.form["token"]) + visit.hidden("action", "undo")
        return visit.page(
            "undo.title",
            """
            <p>\(visit.texts["undo.sure"])</p>
            <p>\(visit.texts["undo.until"]) \(visit.texts.time(end))</p>
            \(visit.form(fields, button: "undo.button"))\(visit.links(["/": "undo.leave"]))
            """)
    }
}
