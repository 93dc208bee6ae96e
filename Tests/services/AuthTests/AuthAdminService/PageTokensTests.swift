import RollcallAPI
import RollcallBasics
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

@Suite struct PageTokensTests {
    private let pages = PageTokens(secret: Secret(Array(repeating: 7, count: 32)))

    private func isRefused(_ token: String, in list: PageTokens.List = .users) -> Bool {
        do {
            _ = try pages.position(token, in: list)
            return false
        } catch {
            return (error as? RPCError)?.reasons == [.pageTokenInvalid]
        }
    }

    @Test func aTokenLeadsBackToItsPlace() throws {
        for position in [[], [1], Array(0..<100)] as [[UInt8]] {
            let token = try pages.token(of: .users, endingWith: position)
            #expect(try pages.position(token, in: .users) == position)
        }
        #expect(try pages.position("", in: .users) == nil)
        for number in [1, 256, Int64.max] {
            #expect(Int64(bigEndianBytes: number.bigEndianBytes) == number)
        }
    }

    @Test func aForgedPageTokenIsRefused() throws {
        let token = try pages.token(of: .users, endingWith: Array(repeating: 3, count: 16))
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
    }

    @Test func aTokenOfOneListIsNoneOfAnother() throws {
        for list in PageTokens.List.allCases {
            let token = try pages.token(of: list, endingWith: [1, 2, 3])
            for other in PageTokens.List.allCases {
                #expect(isRefused(token, in: other) == (other != list))
            }
        }
    }

    @Test func aTokenOfAnotherDeploymentIsRefused() throws {
        let others = PageTokens(secret: Secret(Array(repeating: 8, count: 32)))
        #expect(isRefused(try others.token(of: .users, endingWith: [1])))
    }
}
