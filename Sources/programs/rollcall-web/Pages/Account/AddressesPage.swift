import ConnectHTTP
import RollcallAPI
import RollcallRPC

/// The addresses of the account. Its form is about a new one, or about that of `?email=`.
enum AddressesPage: ProvenPage {
    static let key = "addresses"

    static func show(_ visit: inout Visit) async throws -> Answer {
        let (account, _) = try await visit.account()
        let texts = visit.texts
        let items: [HTML] = account.addresses.map { address in
            let state = address.isPrimary ? "addresses.is-primary" : "addresses.is-other"
            let verify: HTML =
                "<a class=\"button quiet\" href=\"/verify-address\">\(texts["addresses.verify"])</a>"
            let change = visit.change(
                address.email, "addresses.change",
                at: "\(path)?email=\(address.email.queryEncoded)#email")
            return visit.row(
                address.email, "\(texts[state])", "\(address.isVerified ? nil : verify)\(change)")
        }
        let chosen = account.addresses.first {
            $0.email == visit.kept("email") && visit.action != "add"
        }
        let canBePrimary = chosen.map { $0.isVerified && !$0.isPrimary } ?? false
        let actions = chosen == nil ? ["add"] : canBePrimary ? ["primary", "remove"] : ["remove"]
        let change: HTML =
            "<p>\(texts["account.addresses.hint"])</p>\n\(form(visit, account, buttons: actions))"
        let content: HTML = """
            \(visit.rows(items))\
            \(account.pendingAddresses.first { !$0.replacesPrimary }.map { code(visit, $0.email) })\
            \(visit.section(chosen == nil ? "addresses.new" : "addresses.change", change))
            """
        return visit.page("account.addresses", content, isWide: true)
    }

    /// Asks for the code that was mailed to an address which is to be added.
    private static func code(_ visit: Visit, _ email: String) -> HTML {
        let fields = visit.hidden("address", email) + visit.hidden("action", "verify")
        let form = visit.form(fields + visit.html(.code), button: "addresses.verify")
        let hint = visit.texts("addresses.code", ["email": email])
        return visit.section("addresses.verify", "<p>\(hint)</p>\n\(form)")
    }

    static func fields(_ visit: Visit, _ account: AccountInfo) -> HTML {
        visit.html(.email(visit.kept("email")))
    }

    static func act(
        _ visit: inout Visit, _ proof: Reauthentication, _ options: CallOptions
    ) async throws -> Answer {
        let (accounts, email, form) = (visit.site.accounts, visit.form["email"], visit.form)
        switch visit.action {
        case "add":
            _ = try await accounts.addAddress(.init(proof: proof, email: email), options: options)
            return visit.goTo("\(path)?done=mailed")
        case "primary":
            let request = MakeAddressPrimaryRequest(proof: proof, email: email)
            _ = try await accounts.makeAddressPrimary(request, options: options)
        case "remove":
            let request = RemoveAddressRequest(proof: proof, email: email)
            _ = try await accounts.removeAddress(request, options: options)
        case "verify":
            let request = VerifyAddressRequest(code: form["code"], email: form["address"])
            _ = try await accounts.verifyAddress(request, options: options)
        default: return visit.goTo(path)
        }
        return visit.goTo("\(path)?done=saved")
    }
}
