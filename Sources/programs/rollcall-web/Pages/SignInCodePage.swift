import ConnectHTTP
import RollcallAPI

/// Signs in by a code that is mailed. Its first form answers the same for every address.
enum SignInCodePage: Page {
    static let path = "/sign-in-code"

    static func show(_ visit: inout Visit) async throws -> Answer {
        if let answer = await visit.leadOn() { return answer }
        let (email, next) = (visit.kept("email"), visit.hidden("return_to", visit.next))
        let isSent = visit.query.has("sent") || visit.form.has("code")
        let again = "\(path)?return_to=\(visit.next.queryEncoded)&email=\(email.queryEncoded)"
        guard isSent else {
            return visit.page(
                "code.title",
                "<p>\(visit.texts["code"])</p>\n"
                    + visit.form(visit.html(.email(email)) + next, button: "way.code")
                    + visit.links(["/sign-in?return_to=\(visit.next.queryEncoded)": "code.password"]
                    ))
        }
        var code = Field.code
        code.value = visit.form["code"]
        let kept = visit.hidden("flow", visit.flow) + visit.hidden("email", email)
        return visit.page(
            "code.title",
            "<p>\(visit.texts["reset.sent"])</p>\n"
                + visit.form(visit.html(code) + kept + next, button: "sign-in.button")
                + visit.links([again: "reset.again"]))
    }

    static func submit(_ visit: inout Visit) async throws -> Answer {
        let (form, device, auth) = (visit.form, visit.device, visit.site.auth)
        guard form.has("code") else {
            let answer = try await auth.sendSignInCode(
                SendSignInCodeRequest(
                    email: form["email"], locale: visit.texts.language,
                    deviceToken: visit.deviceToken),
                options: visit.options)
            visit.set(.flow, answer.flow)
            let kept = "email=\(form["email"].queryEncoded)&return_to=\(visit.next.queryEncoded)"
            return visit.goTo("\(path)?sent=&\(kept)")
        }
        let answer = try await auth.signInWithCode(
            SignInWithCodeRequest(
                flow: visit.flow, code: form["code"].digits, deviceLabel: device.label,
                platform: device.platform, deviceToken: visit.deviceToken),
            options: visit.options)
        visit.set(.flow, "")
        return try await visit.enter(
            answer.session, answer.tokens, answer.deviceToken, answer.pending)
    }
}
