import HTTPTypes
import Testing

@testable import rollcall_web

struct SameOriginTests {
    private func head(
        _ method: HTTPRequest.Method, site: String?, origin: String?, host: String?
    ) -> HTTPRequest {
        var head = HTTPRequest(method: method, scheme: nil, authority: nil, path: "/sign-in")
        head.headerFields[.secFetchSite] = site
        head.headerFields[.origin] = origin
        head.headerFields[.host] = host
        return head
    }

    @Test(
        arguments: [
            // Browsers since 2023 say it themselves, and no origin says otherwise.
            ("same-origin", nil, "a.org", true), ("none", nil, "a.org", true),
            ("same-site", nil, "a.org", false), ("cross-site", nil, "a.org", false),
            ("same-origin", "https://evil.org", "a.org", true),
            ("cross-site", "https://a.org", "a.org", false),
            ("same-site", "https://a.org", "a.org", false), ("", "https://a.org", "a.org", false),
            ("Same-Origin", nil, "a.org", false), ("same-origin, cross-site", nil, "a.org", false),
            // Older ones name the origin of the page.
            (nil, "https://a.org", "a.org", true), (nil, "http://a.org", "a.org", true),
            (nil, "https://a.org:8443", "a.org:8443", true), (nil, "https://a.org", nil, false),
            (nil, "https://a.org:8443", "a.org", false),
            (nil, "https://a.org.evil", "a.org", false),
            (nil, "https://evil.org", "a.org", false), (nil, "https://b.a.org", "a.org", false),
            (nil, "null", "a.org", false), (nil, "", "a.org", false), (nil, "", "", false),
            (nil, "a.org", "a.org", false), (nil, "ftp://a.org", "a.org", false),
            // A program with a cookie and neither field.
            (nil, nil, "a.org", false),
        ] as [(String?, String?, String?, Bool)])
    func aFormOfAnotherSiteIsRefused(
        _ site: String?, _ origin: String?, _ host: String?, _ isAllowed: Bool
    ) {
        let head = head(.post, site: site, origin: origin, host: host)
        #expect(SameOrigin.allows(head) == isAllowed)
    }

    @Test(arguments: [HTTPRequest.Method.post, .put, .patch, .delete, .init("PURGE")!])
    func everyMethodThatChangesSomethingIsChecked(_ method: HTTPRequest.Method) {
        let head = head(method, site: "cross-site", origin: "https://evil.org", host: "a.org")
        #expect(!SameOrigin.allows(head))
    }

    @Test(arguments: [HTTPRequest.Method.get, .head, .options])
    func lookingIsAllowedFromEverywhere(_ method: HTTPRequest.Method) {
        let head = head(method, site: "cross-site", origin: "https://evil.org", host: "a.org")
        #expect(SameOrigin.allows(head))
    }

    @Test func theAuthorityOfTheRequestGoesBeforeItsHost() {
        var head = head(.post, site: nil, origin: "https://a.org", host: "a.org")
        head.authority = "b.org"
        #expect(!SameOrigin.allows(head))
    }
}
