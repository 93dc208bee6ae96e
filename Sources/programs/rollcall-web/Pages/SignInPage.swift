import ConnectHTTP
import RollcallAPI

enum SignInPage: Page {
    static let path = "/sign-in"
    static let names = ["email": "name", "display_name": "name"]

    static func show(_ visit: inout Visit) async throws -> Answer {
        guard visit.form["pending"].isEmpty else {
            return secondStep(visit, pending: visit.form["pending"])
        }
        let fields: HTML = """
            \(visit.html(Field(name: "name", autocomplete: "username", value: visit.form["name"], label: "sign-in.name", attributes: " autocapitalize=\"none\" spellcheck=\"false\"")))\
            \(visit.html(Field(name: "password", type: "password", autocomplete: "current-password", after: visit.reveal("password"))))\
            \(visit.hidden("return_to", visit.returnPath?.text ?? ""))
            """
        return visit.page(
            "sign-in.title",
            """
            \(visit.form(fields, button: "sign-in.button"))<ul class="links">
            <li><a href="/forgot-password">\(visit.texts["sign-in.forgot"])</a></li>
            <li><a href="/sign-up">\(visit.texts["sign-in.sign-up"])</a></li>
            </ul>

            """)
    }

    /// The code of a mail, for a browser that the account does not know.
    private static func secondStep(_ visit: Visit, pending: String) -> Answer {
        let fields: HTML = """
            \(visit.html(.code))\(visit.hidden("pending", pending))\
            \(visit.hidden("return_to", visit.returnPath?.text ?? ""))
            """
        return visit.page(
            "sign-in.code.title",
            """
            <p>\(visit.texts["sign-in.code"])</p>
            \(visit.form(fields, button: "sign-in.button"))<p><a href="/sign-in">\(visit.texts["sign-in.again"])</a></p>

            """)
    }

    static func submit(_ visit: inout Visit) async throws -> Answer {
        let auth = visit.site.auth
        let device = visit.device
        let (form, deviceToken, options) = (visit.form, visit.deviceToken, visit.options)
        if !form["pending"].isEmpty {
            let answer = try await auth.continueSignIn(
                ContinueSignInRequest(
                    token: form["pending"], step: .mailedCode(form["code"].digits)),
                options: options)
            try visit.open(answer.session, answer.tokens, deviceToken: answer.deviceToken)
        } else {
            // A display name has no @.
            let isAddress = form["name"].contains("@")
            let answer = try await auth.signIn(
                SignInRequest(
                    email: isAddress ? form["name"] : "", password: form["password"],
                    deviceLabel: device.label, displayName: isAddress ? "" : form["name"],
                    platform: device.platform, deviceToken: deviceToken),
                options: options)
            if let pending = answer.pending {
                return secondStep(visit, pending: pending.token)
            }
            try visit.open(answer.session, answer.tokens, deviceToken: answer.deviceToken)
        }
        return visit.goTo(visit.returnPath?.text ?? "/people")
    }
}
