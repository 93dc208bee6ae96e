import ConnectHTTP
import RollcallAPI
import RollcallRPC

/// A page with a form that needs a proof that the account's owner asks: the password, or a mailed
/// code for an account without one. An account with a second factor needs a code of that, too.
protocol ProvenPage: Page {
    /// Of the page and its texts.
    static var key: String { get }
    /// The name of the proof's field.
    static var proofField: String { get }
    /// What else is to be typed.
    static func fields(_ visit: Visit, _ account: AccountInfo) -> HTML

    /// - Parameter proof: empty if nothing was typed. A session that was just opened may need none.
    static func act(
        _ visit: inout Visit, _ proof: Reauthentication, _ options: CallOptions
    ) async throws -> Answer
}

extension ProvenPage {
    static var path: String { "/account/\(key)" }
    static var proofField: String { "password" }
    static func fields(_ visit: Visit, _ account: AccountInfo) -> HTML { "" }

    static var names: [String: String] {
        [
            "proof": proofField, "password": proofField, "mailed_code": proofField,
            "new_password": "password", "provider": "", "subject": "", "passkey_id": "",
            "attempt": "", "attestation_object": "",
        ]
    }

    static func show(_ visit: inout Visit) async throws -> Answer {
        let (account, _) = try await visit.account()
        let hint = visit.texts["account.\(key).hint"]
        return visit.page("account.\(key)", "<p>\(hint)</p>\n\(form(visit, account))")
    }

    /// - Parameters:
    ///   - buttons: the values of `action`, whose texts are `KEY.ACTION`.
    ///   - action: where it is sent; the page itself by default.
    ///   - kept: further fields, which are hidden.
    static func form(
        _ visit: Visit, _ account: AccountInfo, buttons: [String] = [key],
        to action: String? = nil, _ kept: HTML = ""
    ) -> HTML {
        let factor: HTML? = account.hasFactor ? visit.html(.factorCode) : nil
        let (other, proven): (HTML, HTML) = (
            fields(visit, account), "\(proofFields(visit, account))\(factor)"
        )
        let actions = buttons + (account.isProvenByMail ? ["mail"] : [])
        let controls: [HTML] = actions.map { action in
            let text = visit.texts[action == "mail" ? "proof.mail" : "account.\(key).\(action)"]
            // The mail needs none of the fields.
            let isFree: HTML? = action == "mail" ? " formnovalidate" : nil
            return "<button\(isFree) name=\"action\" value=\"\(action)\">\(text)</button>\n"
        }
        // A download leads to no other page, so its button would be busy for ever.
        let isBusy: HTML? = key == "export" ? nil : " data-busy"
        return """
            <form method="post" action="\(action ?? path)"\(isBusy)>
            \(kept)\(proofField == "password" ? other + proven : proven + other)<div class="actions">
            \(controls)</div>
            </form>

            """
    }

    /// An account without a password and a verified address has no proof but a new session, and one
    /// that nobody can sign in to needs none.
    private static func proofFields(_ visit: Visit, _ account: AccountInfo) -> HTML? {
        var proof = Field(name: proofField, type: "password", autocomplete: "current-password")
        if account.hasPassword {
            proof.after = visit.reveal(proofField)
        } else if account.isProvenByMail {
            (proof.type, proof.autocomplete) = ("text", "one-time-code")
            (proof.label, proof.hint, proof.isRequired) = ("field.code", "proof.hint", false)
        } else {
            let hint: HTML = "<p id=\"\(proofField)\">\(visit.texts["proof.session"])</p>\n"
            return account.isAnonymous ? nil : hint
        }
        return visit.html(proof)
    }

    static func submit(_ visit: inout Visit) async throws -> Answer {
        let (account, options) = try await visit.account()
        if visit.action == "mail" {
            _ = try await visit.site.accounts.sendReauthentication(.init(), options: options)
            return visit.goTo("\(path)?done=mailed")
        }
        return try await act(&visit, proof(visit, account), options)
    }

    /// The proof that was typed; empty if nothing was.
    static func proof(_ visit: Visit, _ account: AccountInfo) -> Reauthentication {
        let text = visit.form[proofField]
        var proof = Reauthentication(factorCode: visit.form["factor_code"])
        if !text.isEmpty { proof.proof = account.hasPassword ? .password(text) : .mailedCode(text) }
        return proof
    }
}

extension AccountInfo {
    var hasPassword: Bool { passwordChangedAtMs > 0 }
    /// Whether a mailed code is the proof of its owner.
    var isProvenByMail: Bool { !hasPassword && primaryAddress?.isVerified == true }
}

extension Visit {
    mutating func account() async throws -> (AccountInfo, CallOptions) {
        let (_, options) = try await signedIn()
        let answer = try await site.accounts.getAccount(.init(), options: options)
        return (answer.account ?? AccountInfo(), options)
    }
}
