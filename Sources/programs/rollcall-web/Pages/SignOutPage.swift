import ConnectHTTP
import RollcallAPI

/// Ends the session in this browser. Presence ends the leases of a session that has ended.
enum SignOutPage: Page {
    static let path = "/sign-out"

    static func show(_ visit: inout Visit) async throws -> Answer {
        guard visit.session != nil else { return visit.goTo(SignInPage.path) }
        return visit.page(
            "sign-out.title",
            "<p>\(visit.texts["sign-out"])</p>\n" + visit.form("", button: "sign-out.button")
                + visit.links(["/people": "sign-out.stay"]))
    }

    static func submit(_ visit: inout Visit) async throws -> Answer {
        var next = "\(SignInPage.path)?done=signed-out"
        do {
            _ = try await visit.site.auth.signOut(
                SignOutRequest(), options: try await visit.signedIn().options)
        } catch let error where !(error is Visit.SignedOut || error.endsSession) {
            // The cookie goes in any case. A copy of it stays good, which the reader has to know.
            next = "\(SignInPage.path)?done=signed-out-here"
        } catch {}
        visit.forgetSession()
        return visit.goTo(next)
    }
}
