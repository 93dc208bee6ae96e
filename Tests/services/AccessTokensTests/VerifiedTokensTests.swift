import RollcallCrypto
import Testing

@testable import AccessTokens

@Suite struct VerifiedTokensTests {
    private func digest(_ number: Int) -> SHA256Digest { SHA256Digest(of: "\(number)".utf8) }

    private let token = VerifiedToken(
        claims: AccessTokenClaims(subject: .service("auth"), issuedAt: 0, expiresAt: 1),
        keyID: "key")

    @Test func itHoldsNoMoreThanItsCapacity() {
        let tokens = VerifiedTokens(capacity: 1600)
        for number in 0..<20_000 {
            tokens.insert(token, for: digest(number))
            #expect(tokens[digest(number)] === token)
        }
        #expect(tokens.count <= 1600)
        #expect(tokens[digest(0)] == nil)
    }

    @Test func whatIsInUseStays() {
        var tokens = TokenGenerations(capacity: 100)
        tokens.insert(token, for: digest(0))
        for number in 1..<10_000 {
            tokens.insert(token, for: digest(number))
            let isFound = !number.isMultiple(of: 20) || tokens.find(digest(0)) != nil
            #expect(isFound && tokens.count <= 100)
        }
    }
}
