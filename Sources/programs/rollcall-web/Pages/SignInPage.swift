import ConnectHTTP
import RollcallAPI
import RollcallRPC

enum SignInPage: Page {
    static let path = "/sign-in"
    static let names = [
        "email": "name", "display_name": "name", "mailed_code": "code", "totp_code": "code",
        "recovery_code": "code", "assertion": "", "passkey": "", "attempt": "",
    ]

    static func show(_ visit: inout Visit) async throws -> Answer {
        if let answer = await visit.leadOn() { return answer }
        guard visit.form["pending"].isEmpty else { return secondStep(visit) }
        let name = Field(
            name: "name", autocomplete: "username webauthn", value: visit.kept("name"),
            label: "sign-in.name", attributes: .verbatim)
        var password = Field.currentPassword
        password.after = visit.reveal("password")
        let fields = visit.html(name) + visit.html(password) + visit.hidden("return_to", visit.next)
        return visit.page(
            "sign-in.title",
            visit.form(fields, button: "sign-in.button") + visit.passkeySignIn()
                + (await visit.otherWays(mailsCodes: true) ?? "")
                + visit.links([
                    "/forgot-password": "sign-in.forgot",
                    "/sign-up?return_to=\(visit.next.queryEncoded)": "sign-in.sign-up",
                ]))
    }

    /// Asks for what a sign-in waits for, such as the code of a mail in a browser that the account
    /// does not know, or one of the second factor.
    static func goOn(_ visit: inout Visit, _ pending: PendingSignIn) async -> Answer {
        let ways = await visit.site.ways.now(visit.options)
        visit.form["links"] = ways.title(of: pending.linksProvider)
        visit.form["pending"] = pending.token
        visit.form["steps"] = pending.steps.map { "\($0)" }.joined(separator: " ")
        visit.form["step"] = pending.steps.contains(.totp) ? "totp" : ""
        visit.form["code"] = ""
        return secondStep(visit)
    }

    private static func secondStep(_ visit: Visit) -> Answer {
        let (form, name) = (visit.form, visit.form["name"])
        let other = ["totp": "recovery", "recovery": "totp"][form["step"]]
        var (code, password) = (Field.code, Field.currentPassword)
        if other != nil { code = form["step"] == "totp" ? .totp : .recoveryCode }
        code.value = visit.action == "switch" ? "" : form["code"]
        let steps = form["steps"].split(separator: " ")
        let hasPassword = steps.contains("password")
        (code.isRequired, password.isRequired) = (!hasPassword, false)
        let kept: [HTML] =
            ["pending", "steps", "links", "name"].map { visit.hidden($0, form[$0]) }
            + [visit.hidden("return_to", visit.next)]
        let asked = other == nil ? "sign-in.code" : "sign-in.\(form["step"])"
        let links = visit.texts("sign-in.links", ["provider": form["links"]])
        let fields: HTML = """
            \(hasPassword ? visit.html(password) : nil)\(visit.html(code))\(kept)\
            \(visit.hidden("step", form["step"]))
            """
        let change: HTML? = other.map { step in
            let fields: HTML = """
                \(kept)\(visit.hidden("step", step))\(visit.hidden("action", "switch"))
                """
            return visit.form(fields, button: "sign-in.use-\(step)", to: path)
        }
        let again = "/sign-in?return_to=\(visit.next.queryEncoded)&name=\(name.queryEncoded)"
        return visit.page(
            "sign-in.code.title",
            """
            <p>\(form["links"].isEmpty ? visit.texts[asked] : links)</p>
            \(visit.form(fields, button: "sign-in.button", to: path))\(change)\
            \(steps.contains("passkey") ? visit.passkeySignIn(form["pending"]) : nil)\
            \(visit.links([again: other == nil ? "sign-in.again" : "sign-in.restart"]))
            """)
    }

    static func submit(_ visit: inout Visit) async throws -> Answer {
        guard visit.action != "switch" else { return try await show(&visit) }
        do {
            return try await signIn(&visit)
        } catch let error as RPCError where error.reasons.contains(.passwordResetRequired) {
            let name = visit.form["name"]
            let email = name.contains("@") ? "&email=\(name.queryEncoded)" : ""
            return visit.goTo("\(ForgotPasswordPage.path)?done=reset-required\(email)")
        } catch let error as RPCError where error.reasons.contains(.codeExpired) {
            // Nothing goes on with it: the first step mails another code.
            visit.form["pending"] = ""
            throw RPCError.violation(error.code, .codeExpired, error.message)
        }
    }

    private static func signIn(_ visit: inout Visit) async throws -> Answer {
        let (form, device, auth) = (visit.form, visit.device, visit.site.auth)
        if visit.action == "passkey", form["pending"].isEmpty {
            let answer = try await visit.site.passkeys.signInWithPasskey(
                SignInWithPasskeyRequest(
                    assertion: form.passkeyAssertion, deviceLabel: device.label,
                    platform: device.platform, deviceToken: visit.deviceToken),
                options: visit.options)
            return try await visit.enter(answer.session, answer.tokens, answer.deviceToken)
        }
        guard form["pending"].isEmpty else {
            let answer = try await auth.continueSignIn(
                ContinueSignInRequest(token: form["pending"], step: step(visit)),
                options: visit.options)
            return try await visit.enter(
                answer.session, answer.tokens, answer.deviceToken, answer.pending)
        }
        // A display name has no @.
        let isAddress = form["name"].contains("@")
        let answer = try await auth.signIn(
            SignInRequest(
                email: isAddress ? form["name"] : "", password: form["password"],
                deviceLabel: device.label, displayName: isAddress ? "" : form["name"],
                platform: device.platform, deviceToken: visit.deviceToken),
            options: visit.options)
        return try await visit.enter(
            answer.session, answer.tokens, answer.deviceToken, answer.pending)
    }

    /// What was given for the second step.
    private static func step(_ visit: Visit) -> ContinueSignInRequest.Step {
        let (form, code) = (visit.form, visit.form["code"])
        if visit.action == "passkey" { return .passkey(form.passkeyAssertion) }
        if !form["password"].isEmpty { return .password(form["password"]) }
        switch form["step"] {
        case "totp": return .totpCode(code)
        case "recovery": return .recoveryCode(code)
        default: return .mailedCode(code.digits)
        }
    }
}
