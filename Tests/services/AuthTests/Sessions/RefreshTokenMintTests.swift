import RollcallCrypto
import Testing

@testable import Auth

@Suite struct RefreshTokenMintTests {
    private let ids = UUIDv7Generator(clock: { 1 })

    private func mint(_ byte: UInt8 = 7) throws -> RefreshTokenMint {
        try RefreshTokenMint(secret: Secret(Array(repeating: byte, count: 32)))
    }

    @Test func everyTokenOfASessionIsKnownAndNoOther() throws {
        let mint = try mint()
        let (session, other) = try (ids.next(), ids.next())
        var token = try mint.first(of: session, random: .system)
        for _ in 0..<100 {
            #expect(try mint.hasSealed(token))
            #expect(token.text.utf8.count == 75 && OpaqueToken(token.text, kind: .refresh) == token)
            let elsewhere = OpaqueToken(kind: .refresh, id: other.bytes, secret: token.secret)
            #expect(try !mint.hasSealed(elsewhere))
            token = try mint.next(after: token, nonce: RandomSource.system.bytes(16))
        }
        let guess = try OpaqueToken(kind: .refresh, id: session.bytes)
        #expect(try !mint.hasSealed(guess))
        #expect(try !self.mint(8).hasSealed(token))
    }

    @Test func everyBitOfATokenIsSealed() throws {
        let mint = try mint()
        let token = try mint.first(of: ids.next(), random: .system)
        for index in token.secret.bytes.indices {
            for bit in 0..<8 {
                var bytes = token.secret.bytes
                bytes[index] ^= 1 << bit
                let flipped = OpaqueToken(kind: .refresh, id: token.id, secret: Secret(bytes))
                #expect(try !mint.hasSealed(flipped))
            }
        }
    }

    @Test func theNextTokenIsTheSameForTheSameNonceAndAnotherForAnother() throws {
        let mint = try mint()
        let token = try mint.first(of: ids.next(), random: .system)
        let next = try mint.next(after: token, nonce: [1])
        #expect(try mint.next(after: token, nonce: [1]) == next)
        #expect(try mint.next(after: token, nonce: [2]) != next)
        #expect(next.id == token.id && next != token)
    }
}
