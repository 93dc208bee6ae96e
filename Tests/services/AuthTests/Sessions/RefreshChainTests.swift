import RollcallCrypto
import TestPostgreSQL
import Testing

@testable import Auth

@Suite(.onEachEngine) struct RefreshChainTests {
    private func digest(_ number: Int) -> SHA256Digest { SHA256Digest(of: "\(number)".utf8) }

    @Test(arguments: [-3600, 59, 60], [false, true])
    func everyTokenHasItsMeaning(seconds: Int, isSealed: Bool) {
        var chain = RefreshChain(current: digest(0))
        for newest in 0..<100 {
            for number in 0...newest + 1 {
                let expected: RefreshChain.Verdict =
                    switch newest - number {
                    case 0: .current
                    case 1: seconds < 60 ? .repeated(nonce: [UInt8(newest % 256)]) : .late
                    default: isSealed ? .spent : .unknown
                    }
                let verdict = chain.verdict(
                    on: digest(number), isSealed: isSealed, age: .seconds(seconds))
                #expect(verdict == expected)
            }
            chain.rotate(to: digest(newest + 1), nonce: [UInt8((newest + 1) % 256)])
        }
    }

    @Test func aDisplacedTokenIsSpentAndThePreviousOneIsNot() {
        var chain = RefreshChain(current: digest(0))
        chain.rotate(to: digest(1), nonce: [1])
        chain.displace(with: digest(2), nonce: [2])
        func verdict(_ number: Int, _ age: Duration = .zero) -> RefreshChain.Verdict {
            chain.verdict(on: digest(number), isSealed: true, age: age)
        }
        #expect(verdict(1) == .spent)
        #expect(verdict(2) == .current)
        #expect(verdict(0) == .repeated(nonce: [2]))
        #expect(verdict(0, .seconds(60)) == .late)
    }

    @Test func aTokenIsDisplacedAsOftenAsItTakes() {
        var chain = RefreshChain(current: digest(0))
        chain.rotate(to: digest(1), nonce: [])
        for number in 2..<300 {
            let verdict = chain.verdict(on: digest(0), isSealed: true, age: .seconds(60))
            #expect(verdict == .late)
            chain.displace(with: digest(number), nonce: [])
        }
    }

    @Test func aGuessIsUnknown() {
        var chain = RefreshChain(current: digest(0))
        for number in 1..<10 { chain.rotate(to: digest(number), nonce: []) }
        for guess in 1000..<2000 {
            #expect(chain.verdict(on: digest(guess), isSealed: false, age: .zero) == .unknown)
        }
    }
}
