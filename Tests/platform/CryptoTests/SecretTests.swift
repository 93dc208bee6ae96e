import Testing

@testable import RollcallCrypto

struct SecretTests {
    @Test func noWayOfPrintingShowsTheBytes() throws {
        struct Holder { let secret: Secret }
        let secret = Secret([222, 173])
        var dumped = ""
        dump(Holder(secret: secret), to: &dumped)
        let token = try OpaqueToken(kind: .refresh, id: [UInt8](repeating: 1, count: 16))
        dump(token, to: &dumped)
        let texts = [
            "\(secret)", String(reflecting: secret), "\(Holder(secret: secret))", dumped,
            "\(Optional(secret) as Any)", "\([secret])",
        ]
        for text in texts {
            #expect(text.contains("<redacted>"))
            #expect(!text.contains("222"))
        }
        #expect(Mirror(reflecting: secret).children.isEmpty)
        #expect(!"\(token)".contains(token.text))
    }

    @Test func equalityLooksAtEveryByteAndTheLength() {
        #expect(Secret([1, 2]) == Secret([1, 2]))
        #expect(Secret([1, 2]) != Secret([1, 3]))
        #expect(Secret([1, 2]) != Secret([1, 2, 0]))
        #expect(constantTimeEqual([], []))
    }

    @Test func randomBytesDifferFromCallToCall() throws {
        let draws = try (0..<100).map { _ in try RandomSource.system.bytes(32) }
        #expect(Set(draws).count == 100)
        #expect(draws.allSatisfy { $0.count == 32 })
    }
}
