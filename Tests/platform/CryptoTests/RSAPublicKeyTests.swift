import RollcallCrypto
import Testing

/// The key and the signature of RFC 7515 A.2 are read in `CompactTokenTests`, as it gives no
/// others.
@Suite struct RSAPublicKeyTests {
    /// Sizes from 2048 to 8192 bits, odd ones among them; paddings that are nearly right; keys that
    /// are too small or have exponents that are refused.
    @Test(arguments: [1, Int.random(in: 2...1_000_000)])
    func everyEdgeIsJudgedAsByAnotherImplementation(seed: Int) throws {
        let cases = try SignatureCase.all("rsa", seed: seed)
        #expect(Set(cases.map(\.verdict)).count == 3)
        for one in cases {
            let key = try? RSAPublicKey(modulus: one.key.0, exponent: one.key.1)
            #expect((key == nil) == (one.verdict == .key), "\(one.name)")
            let isGood = key?.hasSigned(one.message, as: one.signature) ?? false
            #expect(isGood == (one.verdict == .good), "\(one.name)")
        }
    }

    @Test func itSaysWhichNumberIsRefused() throws {
        let modulus = [0x80] + [UInt8](repeating: 1, count: 255)
        #expect(throws: KeyError.badModulus) {
            try RSAPublicKey(modulus: Array(modulus.dropFirst()), exponent: [1, 0, 1])
        }
        #expect(throws: KeyError.badExponent) {
            try RSAPublicKey(modulus: modulus, exponent: [3])
        }
    }
}
