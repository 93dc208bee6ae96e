import RollcallAPI
import RollcallBasics
import RollcallCrypto
import Testing

@testable import rollcall_web

struct SessionSealTests {
    private let secret = Secret(Array(repeating: 7, count: 32))
    private let session = BrowserSession(
        session: Session(sessionID: "s", userID: "u"),
        tokens: Tokens(
            accessToken: "access", accessTokenExpiresAtMs: 20_000, refreshToken: "refresh"))

    @Test func aSealedSessionOpensAtEveryDoorWithTheKey() throws {
        let cookie = try SessionSeal(secret).seal(session)
        #expect(try SessionSeal(secret).open(cookie) == session)
        #expect(cookie.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_".utf8.contains($0) })
        #expect(!cookie.contains("refresh"))
    }

    @Test func theSameSessionIsSealedDifferentlyEachTime() throws {
        let seal = try SessionSeal(secret)
        #expect(try seal.seal(session) != seal.seal(session))
    }

    @Test func onlyTheIdsAndTokensOfASessionAreInTheCookie() throws {
        let seal = try SessionSeal(secret)
        let long = String(repeating: "x", count: 250)
        let told = BrowserSession(
            session: Session(sessionID: "s", userID: "u", email: long, deviceLabel: long),
            tokens: session.tokens)
        let cookie = try seal.seal(told)
        #expect(seal.open(cookie) == session)
    }

    @Test func aCookieThatWasCutDoesNotOpen() throws {
        let seal = try SessionSeal(secret)
        let cookie = try seal.seal(session)
        for length in 0..<cookie.utf8.count {
            #expect(seal.open(String(cookie.prefix(length))) == nil)
        }
        #expect(seal.open(cookie + "A") == nil)
        #expect(seal.open(cookie + cookie) == nil)
    }

    @Test func aCookieThatWasChangedDoesNotOpen() throws {
        let seal = try SessionSeal(secret)
        let bytes = try #require(Base64.url.decode(try seal.seal(session)))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(seal.open(Base64.url.encode(changed)) == nil)
        }
    }

    @Test(arguments: ["", "A", "=", "äöü", "rollcall", String(repeating: "A", count: 16_000)])
    func whatIsNoCookieOfOursDoesNotOpen(_ text: String) throws {
        #expect(try SessionSeal(secret).open(text) == nil)
    }

    @Test func aCookieOfAnotherKeyDoesNotOpen() throws {
        let other = try SessionSeal(Secret(Array(repeating: 8, count: 32)))
        #expect(try SessionSeal(secret).open(try other.seal(session)) == nil)
    }

    @Test func whatIsSealedElsewhereDoesNotOpen() throws {
        let message = SignInResponse(session: session.session, tokens: session.tokens)
        let content = Secret(message.serialized())
        let other = try SealingKey(
            derivedFrom: secret, purpose: "another purpose", table: "cookie")
        let place = Array("rollcall".utf8)
        let elsewhere = Array("rollcall-device".utf8)
        let seal = try SessionSeal(secret)
        let open = { (sealed: [UInt8]) in seal.open(Base64.url.encode(sealed)) }
        #expect(open(try key().seal(content, of: place)) == session)
        #expect(open(try key().seal(content, of: elsewhere)) == nil)
        #expect(open(try other.seal(content, of: place)) == nil)
    }

    @Test func aSessionWithoutTokensDoesNotOpen() throws {
        let message = SignInResponse(session: session.session)
        let sealed = try key().seal(Secret(message.serialized()), of: Array("rollcall".utf8))
        #expect(try SessionSeal(secret).open(Base64.url.encode(sealed)) == nil)
    }

    private func key() throws -> SealingKey {
        try SealingKey(derivedFrom: secret, purpose: "rollcall browser sessions", table: "cookie")
    }

    @Test func aTokenIsRefreshedSomeSecondsBeforeItExpires() {
        #expect(session.isFresh(atMs: 9_999))
        #expect(!session.isFresh(atMs: 10_000))
        #expect(!session.isFresh(atMs: 30_000))
    }
}
