import ConnectHTTP
import RollcallAPI

/// Chooses a new password by the code or the link of a mail.
enum ResetPasswordPage: Page {
    static let path = "/reset-password"
    static let names = ["link_token": "code", "new_password": "password"]

    static func show(_ visit: inout Visit) async throws -> Answer {
        let email = visit.kept("email")
        // Password managers keep the new password under it.
        var address = Field.email(email)
        address.isRequired = false
        let text: HTML = "<p data-without-token>\(visit.texts["reset.sent"])</p>\n"
        // A code is good only with what the request for its mail was answered with.
        let fields: HTML = """
            <div data-without-token>\(visit.html(address))</div>\
            \(visit.hidden("flow", visit.flow))\(visit.mailedProof("reset.code"))\(visit.newPassword())
            """
        return visit.page(
            "reset.title",
            (email.isEmpty ? "" : text) + visit.form(fields, button: "reset.button", " data-token")
                + visit.links(["/forgot-password?email=\(email.queryEncoded)": "reset.again"]))
    }

    static func submit(_ visit: inout Visit) async throws -> Answer {
        let form = visit.form
        let answer = try await visit.site.accounts.resetPassword(
            ResetPasswordRequest(
                proof: form.linkToken.map { .linkToken($0) }
                    ?? .mailedCode(MailedCode(flow: visit.flow, code: form["code"])),
                newPassword: form["password"]),
            options: visit.options)
        // It has ended all sessions of the account.
        visit.forgetSession()
        visit.set(.flow, "")
        visit.set(.device, answer.deviceToken)
        return visit.goTo("/sign-in?done=password-reset&name=\(form["email"].queryEncoded)")
    }
}
