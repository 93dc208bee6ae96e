import ConnectHTTP
import RollcallAPI

/// Has a mail sent to choose a new password by. It answers the same for every address.
enum ForgotPasswordPage: Page {
    static let path = "/forgot-password"

    static func show(_ visit: inout Visit) async throws -> Answer {
        let email = visit.html(.email(visit.kept("email")))
        return visit.page(
            "forgot.title",
            "<p>\(visit.texts["forgot"])</p>\n" + visit.form(email, button: "forgot.button")
                + visit.links(["/sign-in": "forgot.sign-in"]))
    }

    static func submit(_ visit: inout Visit) async throws -> Answer {
        let email = visit.form["email"]
        let answer = try await visit.site.accounts.requestPasswordReset(
            RequestPasswordResetRequest(
                email: email, locale: visit.texts.language, deviceToken: visit.deviceToken),
            options: visit.options)
        visit.set(.flow, answer.flow)
        return visit.goTo("\(ResetPasswordPage.path)?email=\(email.queryEncoded)")
    }
}
