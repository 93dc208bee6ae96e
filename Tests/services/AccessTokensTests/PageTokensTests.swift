import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestSupport
import Testing

@testable import AccessTokens

@Suite struct PageTokensTests {
    private let clock = TestClock()
    private let pages: PageTokens

    init() {
        pages = PageTokens(secret: Secret(Array(repeating: 7, count: 32)), clock: clock.now)
    }

    private static func call(
        _ name: String = "ListUsers", by caller: Caller = .operator
    ) -> CallContext {
        CallContext(method: "rollcall.v1.AuthAdminService/\(name)", caller: caller)
    }

    private static func user(_ id: String, session: String = "1") -> Caller {
        .user(UserIdentity(userID: id, sessionID: session, isAdmin: true, expiresAt: 0))
    }

    private func token(
        _ position: String, of filter: String = "", _ call: CallContext = Self.call()
    ) throws -> String {
        try pages.page("", size: 1, of: filter, call).next(after: [position]) { $0 }
    }

    private func isRefused(
        _ token: String, of filter: String = "", _ call: CallContext = Self.call()
    ) -> Bool {
        do {
            _ = try pages.page(token, size: 1, of: filter, call)
            return false
        } catch {
            return (error as? RPCError)?.reasons == [.pageTokenInvalid]
        }
    }

    @Test func aTokenLeadsBackToItsPosition() throws {
        let id = "01912d68-783e-7a03-8467-5661c1243ad4"
        for position in ["a", id, String(repeating: "x", count: 160), "gr\u{fc}n"] {
            let page = try pages.page(token(position), size: 1, Self.call())
            #expect(
                page.position == position && page.id?.description == (position == id ? id : nil))
        }
        let first = try pages.page("", size: 1, Self.call())
        #expect(first.position == "" && first.id == nil)
    }

    @Test func onlyAFullPageHasANextOne() throws {
        let page = try pages.page("", size: 2, Self.call())
        #expect(try page.next(after: ["a"]) { $0 } == "")
        #expect(try page.next(after: [String]()) { $0 } == "")
        let next = try page.next(after: ["a", "b"]) { $0 }
        #expect(try pages.page(next, size: 2, Self.call()).position == "b")
    }

    @Test(arguments: [(0, 50), (1, 1), (500, 500), (501, 500), (.max, 500)] as [(UInt32, Int)])
    func aPageHasItsBounds(asked: UInt32, limit: Int) throws {
        #expect(try pages.page("", size: asked, Self.call()).limit == limit)
    }

    @Test func aForgedTokenIsRefused() throws {
        let token = try token("position")
        let letters = Array(token.utf8)
        for length in 1..<letters.count {
            #expect(isRefused(String(decoding: letters.prefix(length), as: UTF8.self)))
        }
        let bytes = try #require(Base64.url.decode(token))
        for bit in 0..<bytes.count * 8 {
            var forged = bytes
            forged[bit / 8] ^= 1 << (bit % 8)
            #expect(isRefused(Base64.url.encode(forged)))
        }
        let unsigned = Base64.url.encode([UInt8](repeating: 0, count: 32))
        for text in [
            unsigned, token + "A", token + "=", " ", "%", String(repeating: "A", count: 9999),
        ] {
            #expect(isRefused(text))
        }
        #expect(!isRefused(token))
    }

    @Test func aTokenIsForOneListAndOneFilter() throws {
        let lists = [
            ("ListUsers", ""), ("ListMail", "dead"), ("ListMail", "sent"), ("List", "Users"),
        ]
        for (name, filter) in lists {
            let token = try token("a", of: filter, Self.call(name))
            for other in lists {
                let refused = isRefused(token, of: other.1, Self.call(other.0))
                #expect(refused == (other != (name, filter)))
            }
        }
    }

    @Test func aTokenIsForOneCallerInAnySession() throws {
        let callers: [Caller] = [
            .anonymous, .operator, .service("operator"), .service("auth"), .service("1"),
            Self.user("1"), Self.user("2"),
        ]
        for caller in callers {
            let token = try token("a", Self.call(by: caller))
            for other in callers {
                #expect(isRefused(token, Self.call(by: other)) == (other != caller))
            }
        }
        let token = try token("a", Self.call(by: Self.user("1")))
        #expect(!isRefused(token, Self.call(by: Self.user("1", session: "2"))))
    }

    @Test func aTokenIsForADay() throws {
        let token = try token("a")
        clock.advance(TestClock.day - 1)
        #expect(!isRefused(token))
        clock.advance(1)
        #expect(isRefused(token))
        // The clock is set back, to a minute before the token was made and further.
        clock.set(by: -TestClock.day - 60_000)
        #expect(!isRefused(token))
        clock.set(by: -1)
        #expect(isRefused(token))
    }

    @Test func aTokenOfAnotherDeploymentIsRefused() throws {
        let others = PageTokens(
            secret: Secret(Array(repeating: 8, count: 32)), clock: clock.now)
        let token = try others.page("", size: 1, Self.call()).next(after: ["a"]) { $0 }
        #expect(isRefused(token))
    }
}
