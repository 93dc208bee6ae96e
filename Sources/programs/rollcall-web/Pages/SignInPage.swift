import ConnectHTTP
import RollcallAPI
import RollcallRPC

enum SignInPage: Page {
    static let path = "/sign-in"
    static let names = ["email": "name", "display_name": "name", "mailed_code": "code"]

    static func show(_ visit: inout Visit) async throws -> Answer {
        if let answer = await visit.leadOn() { return answer }
        guard visit.form["pending"].isEmpty else { return secondStep(visit) }
        let name = Field(
            name: "name", autocomplete: "username", value: visit.kept("name"),
            label: "sign-in.name", attributes: .verbatim)
        let password = Field(
            name: "password", type: "password", autocomplete: "current-password",
            after: visit.reveal("password"))
        let fields = visit.html(name) + visit.html(password) + visit.hidden("return_to", visit.next)
        return visit.page(
            "sign-in.title",
            visit.form(fields, button: "sign-in.button")
                + visit.links([
                    "/forgot-password": "sign-in.forgot",
                    "/sign-up?return_to=\(visit.next.queryEncoded)": "sign-in.sign-up",
                ]))
    }

    /// The code of a mail, for a browser that the account does not know.
    private static func secondStep(_ visit: Visit) -> Answer {
        let (form, name) = (visit.form, visit.form["name"])
        var code = Field.code
        code.value = form["code"]
        let fields: HTML = """
            \(visit.html(code))\(visit.hidden("pending", form["pending"]))\
            \(visit.hidden("name", name))\(visit.hidden("return_to", visit.next))
            """
        let again = "/sign-in?return_to=\(visit.next.queryEncoded)&name=\(name.queryEncoded)"
        return visit.page(
            "sign-in.code.title",
            "<p>\(visit.texts["sign-in.code"])</p>\n"
                + visit.form(fields, button: "sign-in.button")
                + visit.links([again: "sign-in.again"]))
    }

    static func submit(_ visit: inout Visit) async throws -> Answer {
        do {
            let answer = try await signIn(visit)
            visit.form["pending"] = answer.pending?.token ?? ""
            guard answer.pending == nil else { return try await show(&visit) }
            try visit.open(answer.session, answer.tokens, deviceToken: answer.deviceToken)
        } catch let error as RPCError where error.reasons.contains(.passwordResetRequired) {
            let name = visit.form["name"]
            let email = name.contains("@") ? "&email=\(name.queryEncoded)" : ""
            return visit.goTo("\(ForgotPasswordPage.path)?done=reset-required\(email)")
        } catch let error as RPCError where error.reasons.contains(.codeExpired) {
            // Nothing goes on with it: the first step mails another code.
            visit.form["pending"] = ""
            throw RPCError.violation(error.code, .codeExpired, error.message)
        }
        return visit.goTo(visit.next)
    }

    private static func signIn(_ visit: Visit) async throws -> SignInResponse {
        let (form, device, auth) = (visit.form, visit.device, visit.site.auth)
        guard form["pending"].isEmpty else {
            let code = ContinueSignInRequest.Step.mailedCode(form["code"].digits)
            let answer = try await auth.continueSignIn(
                ContinueSignInRequest(token: form["pending"], step: code), options: visit.options)
            return SignInResponse(
                session: answer.session, tokens: answer.tokens, deviceToken: answer.deviceToken)
        }
        // A display name has no @.
        let isAddress = form["name"].contains("@")
        return try await auth.signIn(
            SignInRequest(
                email: isAddress ? form["name"] : "", password: form["password"],
                deviceLabel: device.label, displayName: isAddress ? "" : form["name"],
                platform: device.platform, deviceToken: visit.deviceToken),
            options: visit.options)
    }
}
