import RollcallCrypto
import Testing

@testable import Auth

@Suite struct RefreshChainTests {
    private func digest(_ number: Int) -> SHA256Digest { SHA256Digest(of: "\(number)".utf8) }

    @Test func everyTokenHasItsMeaning() {
        var chain = RefreshChain(current: digest(0))
        let limit = RefreshChain.spentLimit
        for newest in 0..<200 {
            for number in 0...newest + 1 {
                let expected: RefreshChain.Verdict =
                    switch newest - number {
                    case 0: .current
                    case 1: .previous(nonce: [UInt8(newest % 256)])
                    case 2...limit + 1: .spent
                    default: .unknown
                    }
                #expect(chain.verdict(on: digest(number)) == expected)
            }
            chain.rotate(to: digest(newest + 1), nonce: [UInt8((newest + 1) % 256)])
            #expect(chain.spent.count <= limit * RefreshChain.spentByteCount)
        }
    }

    @Test func aGuessIsUnknown() {
        var chain = RefreshChain(current: digest(0))
        for number in 1..<10 { chain.rotate(to: digest(number), nonce: []) }
        for guess in 1000..<2000 { #expect(chain.verdict(on: digest(guess)) == .unknown) }
    }
}
