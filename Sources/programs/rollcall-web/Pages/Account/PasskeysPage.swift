import ConnectHTTP
import MessageJSON
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// The passkeys of the account. Its form is about a new one, or about that of `?passkey=`.
enum PasskeysPage: ProvenPage {
    static let key = "passkeys"

    static func show(_ visit: inout Visit) async throws -> Answer {
        let (account, options) = try await visit.account()
        let answer = try await visit.site.passkeys.listPasskeys(.init(), options: options)
        let items: [HTML] = answer.passkeys.map { passkey in
            visit.row(
                passkey.label,
                visit.times(since: passkey.createdAtMs, used: passkey.lastUsedAtMs),
                visit.change(
                    passkey.label, "passkeys.remove",
                    at: "\(path)?passkey=\(passkey.passkeyID)#password"))
        }
        let chosen = answer.passkeys.first { $0.passkeyID == visit.kept("passkey") }
        let title = chosen == nil ? "passkeys.new" : "account.passkeys.remove"
        let change = form(visit, account, buttons: [chosen == nil ? "add" : "remove"])
        let content: HTML = """
            <p>\(visit.texts["account.passkeys.hint"])</p>
            \(visit.rows(items))\
            \(visit.section(title, "\(chosen.map { "<p><bdi>\($0.label)</bdi></p>\n" })\(change)"))
            """
        return visit.page("account.passkeys", content, isWide: true)
    }

    static func fields(_ visit: Visit, _ account: AccountInfo) -> HTML {
        let chosen = visit.kept("passkey")
        guard chosen.isEmpty else { return visit.hidden("passkey", chosen) }
        return visit.html(
            Field(name: "label", value: visit.value("label", visit.device.label)))
    }

    static func act(
        _ visit: inout Visit, _ proof: Reauthentication, _ options: CallOptions
    ) async throws -> Answer {
        let (service, form) = (visit.site.passkeys, visit.form)
        switch visit.action {
        case "add":
            let start = try await service.startPasskeyRegistration(
                .init(proof: proof), options: options)
            return visit.page("passkeys.new", creation(visit, start))
        case "finish":
            _ = try await service.finishPasskeyRegistration(
                FinishPasskeyRegistrationRequest(
                    attempt: form["attempt"], clientDataJson: form.bytes("client_data_json"),
                    attestationObject: form.bytes("attestation_object"), label: form["label"]),
                options: options)
            return visit.goTo("\(path)?done=saved")
        case "remove":
            _ = try await service.removePasskey(
                .init(proof: proof, passkeyID: form["passkey"]), options: options)
            return visit.goTo("\(path)?done=passkey-removed")
        default: return visit.goTo(path)
        }
    }

    /// A form that the script sends with what the browser has made. Browsers make a passkey when a
    /// button was pressed on the page that asks for it.
    private static func creation(
        _ visit: Visit, _ start: StartPasskeyRegistrationResponse
    ) -> HTML {
        let base64 = { (bytes: [UInt8]) in JSON.string(Base64.standard.encode(bytes)) }
        let options = JSON.object([
            "challenge": base64(start.challenge), "rpId": .string(start.rpID),
            "rpName": .string(start.rpName), "userHandle": base64(start.userHandle),
            "userName": .string(start.userName),
            "excludedCredentialIds": .array(start.excludedCredentialIDs.map(base64)),
        ])
        let fields: HTML = """
            \(visit.hidden("action", "finish"))\(visit.hidden("attempt", start.attempt))\
            \(visit.hidden("label", visit.form["label"]))\
            \(visit.answer("client_data_json", "clientDataJSON"))\
            \(visit.answer("attestation_object", "attestationObject"))
            """
        return """
            <p>\(visit.texts["passkeys.create.hint"])</p>
            \(visit.passkeyForm(" data-make-passkey=\"\(options.line())\"", fields, "passkeys.create"))
            <noscript><p>\(visit.texts["passkeys.script"])</p></noscript>

            """
    }
}

extension Visit {
    /// A form that the script shows, and sends with the answer of an authenticator.
    ///
    /// - Parameter button: the key of its text.
    func passkeyForm(
        _ attributes: HTML, _ fields: HTML, _ button: String, to action: String? = nil
    ) -> HTML {
        """
        <form method="post" action="\(action ?? path)"\(attributes) hidden>
        \(fields)<button type="button" class="wide">\(texts[button])</button>
        <p role="status" class="state" data-failed="\(texts["passkeys.failed"])" \
        data-exists="\(texts["passkeys.exists"])" data-away="\(texts["error.away"])"></p>
        </form>

        """
    }

    /// A field for a part of that answer.
    func answer(_ name: String, _ part: String) -> HTML {
        "<input type=\"hidden\" name=\"\(name)\" data-answer=\"\(part)\">"
    }

    /// A form that signs in with a passkey.
    ///
    /// - Parameter pending: the sign-in that waits for it; empty for one without a password.
    func passkeySignIn(_ pending: String = "") -> HTML {
        let fields: HTML = """
            \(hidden("action", "passkey"))\(hidden("pending", pending))\
            \(hidden("name", form["name"]))\(hidden("return_to", next))\
            \(hidden("attempt", ""))\(answer("credential_id", "rawId"))\
            \(answer("client_data_json", "clientDataJSON"))\
            \(answer("authenticator_data", "authenticatorData"))\
            \(answer("signature", "signature"))\(answer("user_handle", "userHandle"))
            """
        return passkeyForm(" data-use-passkey", fields, "sign-in.passkey", to: SignInPage.path)
    }
}

extension FormFields {
    /// What the script has put into a field in base64url; empty for anything else.
    func bytes(_ name: String) -> [UInt8] { Base64.url.decode(self[name]) ?? [] }

    var passkeyAssertion: PasskeyAssertion {
        PasskeyAssertion(
            attempt: self["attempt"], credentialID: bytes("credential_id"),
            clientDataJson: bytes("client_data_json"),
            authenticatorData: bytes("authenticator_data"), signature: bytes("signature"),
            userHandle: bytes("user_handle"))
    }
}
