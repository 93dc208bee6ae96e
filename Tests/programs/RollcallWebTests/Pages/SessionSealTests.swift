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
        let key = try SealingKey(derivedFrom: secret, purpose: "rollcall browser sessions")
        let other = try SealingKey(derivedFrom: secret, purpose: "another purpose")
        let place = SealedPlace(table: "cookie", row: Array("rollcall".utf8))
        let elsewhere = SealedPlace(table: "cookie", row: Array("rollcall-device".utf8))
        let seal = try SessionSeal(secret)
        let open = { (sealed: SealedBytes) in seal.open(Base64.url.encode(sealed.bytes)) }
        #expect(open(try key.seal(content, at: place)) == session)
        #expect(open(try key.seal(content, at: elsewhere)) == nil)
        #expect(open(try other.seal(content, at: place)) == nil)
    }

    @Test func aSessionWithoutTokensDoesNotOpen() throws {
        let key = try SealingKey(derivedFrom: secret, purpose: "rollcall browser sessions")
        let place = SealedPlace(table: "cookie", row: Array("rollcall".utf8))
        let message = SignInResponse(session: session.session)
        let sealed = try key.seal(Secret(message.serialized()), at: place)
        #expect(try SessionSeal(secret).open(Base64.url.encode(sealed.bytes)) == nil)
    }

    @Test func aTokenIsRefreshedSomeSecondsBeforeItExpires() {
        #expect(session.isFresh(atMs: 9_999))
        #expect(!session.isFresh(atMs: 10_000))
        #expect(!session.isFresh(atMs: 30_000))
    }
}
