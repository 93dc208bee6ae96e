import ConnectHTTP
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Makes an account and signs it in.
enum SignUpPage: Page {
    static let path = "/sign-up"
    static let names = ["idempotency_key": ""]

    static func show(_ visit: inout Visit) async throws -> Answer {
        if let answer = await visit.leadOn() { return answer }
        if visit.form["key"].isEmpty {
            // Identifies the sign-up, however often the form is sent.
            visit.form["key"] = Hex.encode(try RandomSource.system.bytes(16))
        }
        let suggestions = await suggestions(visit)
        // The key of an Enter presses the first button of a form, which must not be a suggestion.
        let send: HTML = "<button class=\"visually-hidden\" tabindex=\"-1\" aria-hidden=\"true\">"
        let name = Field(
            name: "display_name", autocomplete: "nickname",
            value: visit.form[visit.form.has("suggestion") ? "suggestion" : "display_name"],
            hint: "sign-up.name.hint",
            attributes: .verbatim
                + " data-check-name=\"/rollcall.v1.ProfileService/CheckDisplayName\"",
            after: nameState(visit, suggestions))
        let fields: HTML = """
            \(suggestions.isEmpty ? "" : send + "</button>")\
            \(visit.html(.email(visit.form["email"])))\(visit.newPassword())\(visit.html(name))\
            \(visit.hidden("key", visit.form["key"]))\(visit.hidden("return_to", visit.next))
            """
        return visit.page(
            "sign-up.title",
            visit.form(fields, button: "sign-up.button")
                + (await visit.otherWays(mailsCodes: false) ?? "")
                + visit.links(["/sign-in?return_to=\(visit.next.queryEncoded)": "sign-up.sign-in"]))
    }

    /// Names that are free, for one that is not.
    private static func suggestions(_ visit: Visit) async -> [String] {
        guard visit.problems.sentence("display_name") != nil else { return [] }
        let answer = try? await visit.site.profiles.checkDisplayName(
            CheckDisplayNameRequest(displayName: visit.form["display_name"]),
            options: visit.options)
        return answer?.suggestions ?? []
    }

    /// Whether the name is free, as the script says it, and suggestions, which work without script.
    private static func nameState(_ visit: Visit, _ suggestions: [String]) -> HTML {
        // All that can be wrong with a name, as `data-display-name-taken`.
        let texts: [HTML] = (60...68).map(Reason.init(rawValue:)).map { reason in
            let key = "\(reason)".replacing(/[A-Z]/) { "-\($0.output.lowercased())" }
            return " data-\(key)=\"\(visit.texts.sentence(reason))\""
        }
        let buttons: [HTML] = suggestions.map {
            " <button name=\"suggestion\" value=\"\($0)\" formnovalidate>\($0)</button>"
        }
        return """
            <p id="display_name-state" class="state" role="status" \
            data-available="\(visit.texts["sign-up.available"])"\(texts)>\
            \(buttons.isEmpty ? "" : visit.texts["sign-up.suggestions"])\(buttons)</p>

            """
    }

    static func submit(_ visit: inout Visit) async throws -> Answer {
        guard !visit.form.has("suggestion") else { return try await show(&visit) }
        let (form, device) = (visit.form, visit.device)
        let request = SignUpRequest(
            email: form["email"], password: form["password"], displayName: form["display_name"],
            idempotencyKey: form["key"], deviceLabel: device.label, locale: visit.texts.language,
            platform: device.platform)
        do {
            let answer = try await signUp(request, visit)
            return try await visit.enter(answer.session, answer.tokens, answer.deviceToken)
        } catch let error as RPCError where error.reasons.contains(.idempotencyKeyReused) {
            // The account of this key has other data: what is sent next is another sign-up.
            visit.form["key"] = ""
            throw error
        }
    }

    /// Waits while the same form, sent before, is under way.
    private static func signUp(
        _ request: SignUpRequest, _ visit: Visit
    ) async throws -> SignUpResponse {
        // Each attempt counts as a sign-up of the reader's address.
        for pause in [300, 900, 2700] {
            do {
                return try await visit.site.auth.signUp(request, options: visit.options)
            } catch let error as RPCError where error.code == .aborted {
                try await Task.sleep(for: .milliseconds(pause))
            }
        }
        return try await visit.site.auth.signUp(request, options: visit.options)
    }
}
