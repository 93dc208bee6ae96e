import Testing

@testable import rollcall_web

struct IdentityRouteTests {
    @Test(arguments: [
        ("/google", "google", IdentityRoute.Step.start),
        ("/google/callback", "google", .callback), ("/google/finish", "google", .finish),
        ("/my-company-2/app", "my-company-2", .app),
    ])
    func aProviderHasFourPaths(_ path: String, _ provider: String, _ step: IdentityRoute.Step) {
        let route = IdentityRoute(path)
        #expect(route?.provider == provider && route?.step == step)
    }

    @Test(arguments: [
        "", "/", "google", "/google/", "/google/other", "/google/callback/", "/google//callback",
        "//google", "//callback", "/a.b", "/rollcall.v1.AuthService/SignIn", "/goo%67le", "/ä",
        "/google/start", "/google/Callback", "/\(String(repeating: "a", count: 33))",
    ])
    func everyOtherPathIsNone(_ path: String) {
        #expect(IdentityRoute(path) == nil)
    }

    /// A provider may send the browser back by a form of its own page. Nothing is done by that form
    /// but that the browser goes on.
    @Test func aFormOfAnotherSiteIsAcceptedOnTheWayBackAlone() {
        for (path, isAccepted) in [
            ("/apple", false), ("/apple/callback", true), ("/apple/finish", false),
            ("/apple/app", true),
        ] {
            #expect(IdentityRoute(path)?.acceptsFormsOfOthers == isAccepted)
        }
    }
}
