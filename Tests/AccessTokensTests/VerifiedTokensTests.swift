import RollcallCrypto
import Testing

@testable import AccessTokens

@Suite struct VerifiedTokensTests {
    private func digest(_ number: Int) -> SHA256Digest { SHA256Digest(of: "\(number)".utf8) }

    private let entry = VerifiedTokens.Entry(
        claims: AccessTokenClaims(subject: .service("auth"), issuedAt: 0, expiresAt: 1),
        keyID: "key")

    @Test func itHoldsNoMoreThanItsCapacity() {
        var tokens = VerifiedTokens(capacity: 100)
        for number in 0..<10_000 {
            tokens.insert(entry, for: digest(number))
            #expect(tokens.count <= 100)
            #expect(tokens[digest(number)] == entry)
        }
        #expect(tokens[digest(0)] == nil)
    }
}
