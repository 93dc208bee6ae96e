import Testing

@testable import rollcall_web

struct ReturnPathTests {
    private static let origins: Set = ["https://app.example.org", "http://localhost:3000"]

    @Test(arguments: [
        "/", "/people", "/people?q=ann&x=%2F#here", "/a//b", "/%2F%2Fevil.org", "/@evil.org",
        "/.", "/..//evil.org", "/sign-in?return_to=//evil.org", "/%0d%0aSet-Cookie:x=y",
        "https://app.example.org", "https://app.example.org/", "https://app.example.org/a?b#c",
        "http://localhost:3000/x",
    ])
    func aPathOfOursOrAPageOfAnAllowedOriginIsOne(_ text: String) {
        #expect(ReturnPath(text, origins: Self.origins)?.text == text)
    }

    @Test(arguments: [
        "", " ", "people", "?x", "#x", ".", "//evil.org", "///evil.org", "/\\evil.org",
        "\\/evil.org", "\\\\evil.org", "/x\\y", " /people", "/peo ple", "\t//evil.org",
        "/\t/evil.org", "/\n/evil.org", "/\r\nSet-Cookie: x=y", "/\u{0}", "/\u{7F}", "/\u{85}",
        "/\u{2028}", "/ä", "/\u{FF0F}evil.org", "https://evil.org", "HTTPS://app.example.org",
        "https:evil.org", "https:/app.example.org", "https:///app.example.org",
        "https://app.example.org.evil", "https://app.example.org.evil/",
        "https://app.example.org@evil.org/", "https://app.example.org:443@evil.org/",
        "https://app.example.org:8443/", "https://app.example.org?x", "https://app.example.org#x",
        "https://app.example.org\\@evil.org", "http://app.example.org/",
        "https://app.example.orge/", "https://xapp.example.org/", "javascript:alert(1)",
        "JaVaScRiPt://app.example.org/%0aalert(1)", "data:text/html,x", "http://localhost:30000/",
        "mailto:ann@example.org", "https://", "https://app.example.org\u{0}/",
    ])
    func everyOtherPlaceIsNone(_ text: String) {
        #expect(ReturnPath(text, origins: Self.origins) == nil)
    }

    @Test func aPathHasAnEnd() {
        let path = "/" + String(repeating: "a", count: 1999)
        #expect(ReturnPath(path, origins: []) != nil)
        #expect(ReturnPath(path + "a", origins: []) == nil)
    }

    @Test func withoutAllowedOriginsThereArePathsAlone() {
        #expect(ReturnPath("https://app.example.org/", origins: []) == nil)
        #expect(ReturnPath("/people", origins: []) != nil)
    }
}
