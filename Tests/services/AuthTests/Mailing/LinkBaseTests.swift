import RollcallBasics
import Testing

@testable import Auth

@Suite struct LinkBaseTests {
    @Test(arguments: [
        ("https://example.org", "https://example.org/verify-address#t"),
        ("https://example.org/", "https://example.org/verify-address#t"),
        ("https://example.org:8443/a/b//", "https://example.org:8443/a/b/verify-address#t"),
        ("https://xn--bcher-kva.example/~a", "https://xn--bcher-kva.example/~a/verify-address#t"),
        ("http://localhost:3000", "http://localhost:3000/verify-address#t"),
        ("http://127.0.0.1", "http://127.0.0.1/verify-address#t"),
    ])
    func aLinkIsTheBaseThePurposeAndTheToken(base: String, link: String) throws {
        #expect(try LinkBase(base).link("verify-address", token: "t") == link)
    }

    @Test(arguments: [
        "", "example.org", "http://example.org", "javascript:alert(1)", "https://",
        "https:///path", "https://user@example.org", "https://user:pass@example.org",
        "https://example.org?a", "https://example.org/?a=b", "https://example.org/#a",
        "https://bücher.example", "https://exаmple.org", "https://example.org:0",
        "https://example.org:65536", "https://example.org:", "https://example.org:a",
        "https://example.org/a b", "https://example.org/\r\n", "https://example.org\\@evil",
        "https://example.org/%2e", "http://localhost.evil.example", "HTTPS://example.org",
        "https://[::1]", "https://-example.org", " https://example.org",
    ])
    func aBaseThatCouldMisleadIsRefused(base: String) {
        #expect(throws: Unusable.self) { try LinkBase(base) }
    }
}
