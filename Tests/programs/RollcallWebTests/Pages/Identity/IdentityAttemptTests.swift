import HTTPTypes
import RollcallAPI
import RollcallBasics
import RollcallCrypto
import Testing

@testable import rollcall_web

struct IdentityAttemptTests {
    /// A browser that keeps what it is given.
    private struct Browser {
        let seal: SessionSeal
        let cookies = Cookies(areInsecure: false)
        var kept: [String: String] = [:]

        init() throws { seal = try SessionSeal(Secret(Array(repeating: 7, count: 32))) }

        var fields: HTTPFields {
            let text = kept.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            return [.cookie: text]
        }

        func attempts(now: Int64 = 0) -> IdentityAttempts {
            IdentityAttempts(in: fields, seal, cookies, now: now)
        }

        mutating func keep(_ cookie: HTTPField) {
            let pair = cookie.value.prefix { $0 != ";" }.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            kept[String(pair[0])] = pair[1].isEmpty ? nil : String(pair[1])
        }

        mutating func add(_ attempt: IdentityAttempt, to known: IdentityAttempts? = nil) throws {
            keep(try (known ?? attempts()).cookie(adding: attempt))
        }
    }

    private func attempt(
        _ number: Int, provider: String = "google", returnPath: String = "/people?q=a"
    ) -> IdentityAttempt {
        let state = Hex.encode(SHA256Digest(of: Array("\(number)".utf8)).bytes)
        let start = StartIdentityResponse(
            attempt: String(repeating: "a", count: 300), state: state,
            expiresAtMs: Int64(600_000 + number))
        return IdentityAttempt(provider: provider, start, userID: "u", returnPath: returnPath)
    }

    @Test func twoTabsBothFinish() throws {
        var browser = try Browser()
        let (first, second) = (attempt(1), attempt(2, provider: "apple"))
        try browser.add(first)
        try browser.add(second)
        let found = browser.attempts()
        #expect(found.attempt(at: "apple", state: second.state) == second)
        #expect(found.attempt(at: "google", state: first.state) == first)
        let cookie = try #require(found.cookie(removing: first))
        #expect(cookie.value.contains("=; Path=/; Max-Age=0; Secure"))
        browser.keep(cookie)
        #expect(browser.attempts().attempt(at: "google", state: first.state) == nil)
        #expect(browser.attempts().attempt(at: "apple", state: second.state) == second)
    }

    @Test func theNewestOfAHundredTabsFinish() throws {
        var browser = try Browser()
        for number in 0..<100 { try browser.add(attempt(number)) }
        for number in 0..<100 {
            let made = attempt(number)
            let found = browser.attempts().attempt(at: "google", state: made.state)
            #expect(found == (number < 94 ? nil : made))
        }
    }

    /// As when a browser opens all tabs of yesterday: none has the cookies of the others yet.
    @Test func aHundredTabsAtOnceLeaveAHeaderThatIsAccepted() throws {
        var browser = try Browser()
        let none = browser.attempts()
        let path = "/" + String(repeating: "p", count: 511)
        for number in 0..<100 { try browser.add(attempt(number, returnPath: path), to: none) }
        #expect(browser.kept.count == IdentityAttempt.slots)
        // A head has at most 16 KB. Beside them is a session, of less than 3 KB.
        #expect((browser.fields[.cookie] ?? "").utf8.count < 9 << 10)
    }

    @Test func onlyTheProviderAndTheStateOfAnAttemptFindIt() throws {
        var browser = try Browser()
        let made = attempt(1)
        try browser.add(made)
        let found = browser.attempts()
        #expect(found.attempt(at: "apple", state: made.state) == nil)
        #expect(found.attempt(at: "google", state: "") == nil)
        #expect(found.attempt(at: "google", state: String(made.state.dropLast())) == nil)
        #expect(
            browser.attempts(now: made.expiresAtMs - 1).attempt(at: "google", state: made.state)
                == made)
        #expect(
            browser.attempts(now: made.expiresAtMs).attempt(at: "google", state: made.state) == nil)
    }

    @Test func aCookieThatWasChangedOrMovedIsNoAttempt() throws {
        var browser = try Browser()
        let made = attempt(1)
        try browser.add(made)
        let (name, text) = try #require(browser.kept.first)
        let bytes = try #require(Base64.url.decode(text))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            browser.kept[name] = Base64.url.encode(changed)
            #expect(browser.attempts().attempt(at: "google", state: made.state) == nil)
        }
        for slot in 0..<IdentityAttempt.slots {
            let moved = "__Host-rollcall-attempt-\(slot)"
            browser.kept = [moved: text]
            #expect(
                (browser.attempts().attempt(at: "google", state: made.state) != nil)
                    == (moved == name))
        }
        #expect(browser.seal.open(text) == nil)
    }

    @Test func aLongWayBackIsForgottenAndTheAttemptIsNot() throws {
        let path = "/" + String(repeating: "p", count: 512)
        #expect(attempt(1, returnPath: path).returnPath == "")
        #expect(attempt(1, returnPath: String(path.dropLast())).returnPath.utf8.count == 512)
    }
}
