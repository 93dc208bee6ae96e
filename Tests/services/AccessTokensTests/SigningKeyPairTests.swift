import RollcallCrypto
import Testing

@testable import AccessTokens

@Suite struct SigningKeyPairTests {
    @Test func aKeyThatWasKeptIsTheSameKey() throws {
        let key = try SigningKeyPair(random: .system)
        let again = try SigningKeyPair(secret: key.secret)
        #expect(again.publicKey == key.publicKey)
        #expect(key.publicKey.x.count == 32)
        #expect(key.publicKey.y.count == 32)
        #expect(key.publicKey.keyID.utf8.count == 43)
    }

    @Test(arguments: [0, 31, 33, 64])
    func bytesOfAnotherLengthAreNoKey(count: Int) {
        #expect(throws: SigningKeyError.malformed) {
            try SigningKeyPair(secret: Secret(Array(repeating: 1, count: count)))
        }
    }

    /// Zero, and numbers from the order of the curve on, are no keys.
    @Test(arguments: [0x00, 0xFF] as [UInt8])
    func aSourceThatIsNotRandomGivesNoKey(byte: UInt8) {
        let stuck = RandomSource { Array(repeating: byte, count: $0) }
        #expect(throws: SigningKeyError.malformed) { try SigningKeyPair(random: stuck) }
    }

    @Test func itIsNotShownInALog() throws {
        let key = try SigningKeyPair(random: .system)
        #expect("\(key.secret)" == "<redacted>")
    }
}
