import ConnectHTTP
import RollcallAPI

/// Proves that a reader reads mail at an address: by the link, or by the code when signed in.
enum VerifyAddressPage: Page {
    static let path = "/verify-address"
    static let names = ["link_token": "code"]

    static func show(_ visit: inout Visit) async throws -> Answer {
        let isSignedIn = visit.session != nil
        let proof = visit.mailedProof(isSignedIn ? "verify.code" : "verify.link")
        let other: HTML =
            isSignedIn
            ? """
            <form method="post" action="\(path)" data-busy data-without-token>
            <button class="quiet" name="action" value="resend">\(visit.texts["verify.resend"])</button>
            </form>

            """
            : visit.links(["/sign-in?return_to=\(path)": "verify.sign-in"])
        return visit.page(
            "verify.title", visit.form(proof, button: "verify.button", " data-token") + other)
    }

    static func submit(_ visit: inout Visit) async throws -> Answer {
        let accounts = visit.site.accounts
        if visit.action == "resend" {
            let answer = try await accounts.sendVerification(
                SendVerificationRequest(), options: try await visit.signedIn().options)
            let isSent = answer.expiresAtMs > 0
            return visit.goTo(path + (isSent ? "?done=verification-sent" : "?done=verified-before"))
        }
        if let token = visit.form.linkToken {
            _ = try await visit.link(token, for: .verifyAddress)
            _ = try await accounts.followLink(
                FollowLinkRequest(linkToken: token), options: visit.options)
        } else {
            _ = try await accounts.verifyAddress(
                VerifyAddressRequest(code: visit.form["code"]),
                options: try await visit.signedIn().options)
        }
        let next = visit.session == nil ? SignInPage.path : "/account/addresses"
        return visit.goTo("\(next)?done=address-verified")
    }
}
