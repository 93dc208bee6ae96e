import ConnectHTTP
import QRDrawing
import RollcallAPI
import RollcallRPC

/// The second factor of the account. The page of a new one has its key, which no address has.
enum FactorPage: ProvenPage {
    static let key = "factor"

    static func show(_ visit: inout Visit) async throws -> Answer {
        let (account, options) = try await visit.account()
        // With a wrong code the key is shown again.
        guard visit.form["uri"].isEmpty else { return enrolment(visit) }
        let factors = try await visit.site.factors.getFactors(.init(), options: options)
        let texts = visit.texts
        let state: HTML =
            account.hasFactor
            ? """
            <p>\(texts["factor.since"]) \(texts.time(factors.totpConfirmedAtMs))</p>
            <p>\(texts["factor.left"]) \(factors.recoveryCodesLeft)</p>
            """ : "<p>\(texts["account.factor.hint"])</p>"
        let buttons = account.hasFactor ? ["codes", "off"] : ["on"]
        return visit.page(
            "account.factor", "\(state)\n\(form(visit, account, buttons: buttons))")
    }

    /// The key for an app, as a QR code and as text, and a field for the first code.
    private static func enrolment(_ visit: Visit) -> Answer {
        let (texts, uri, secret) = (visit.texts, visit.form["uri"], visit.form["secret"])
        let label: HTML = "\(texts["factor.qr"])"
        let code = QRCode(uri).map { HTML(trusted: $0.svg(label: label.text)) }
        let fields: HTML = """
            \(visit.html(.totp))\(visit.hidden("action", "confirm"))\
            \(visit.hidden("uri", uri))\(visit.hidden("secret", secret))
            """
        let content: HTML = """
            <p>\(texts["factor.app"])</p>
            \(code)
            <p>\(texts["factor.key"]) <code>\(secret)</code></p>
            \(visit.form(fields, button: "factor.confirm"))
            """
        return visit.page("account.factor", content)
    }

    static func act(
        _ visit: inout Visit, _ proof: Reauthentication, _ options: CallOptions
    ) async throws -> Answer {
        let factors = visit.site.factors
        switch visit.action {
        case "on":
            let started = try await factors.startTotp(.init(proof: proof), options: options)
            (visit.form["uri"], visit.form["secret"]) = (started.uri, started.secret)
            return enrolment(visit)
        case "confirm":
            do {
                let request = ConfirmTotpRequest(code: visit.form["code"])
                let answer = try await factors.confirmTotp(request, options: options)
                return codes(visit, answer.recoveryCodes)
            } catch let error as RPCError where error.reasons.contains(.codeExpired) {
                visit.form["uri"] = ""
                throw error
            }
        case "codes":
            let answer = try await factors.makeRecoveryCodes(
                .init(proof: proof), options: options)
            return codes(visit, answer.recoveryCodes)
        case "off":
            _ = try await factors.removeTotp(.init(proof: proof), options: options)
            return visit.goTo("\(path)?done=saved")
        default: return visit.goTo(path)
        }
    }

    /// The codes, which are shown once.
    private static func codes(_ visit: Visit, _ codes: [String]) -> Answer {
        let items: [HTML] = codes.map { "<li><code>\($0)</code></li>\n" }
        return visit.page(
            "factor.codes",
            """
            <p>\(visit.texts["factor.codes.hint"])</p>
            <ul class="codes">
            \(items)</ul>
            \(visit.links([path: "factor.codes.kept"]))
            """)
    }
}
