import RollcallCrypto
import Testing

@testable import Auth

@Suite struct RefreshChainTests {
    private func digest(_ number: Int) -> SHA256Digest { SHA256Digest(of: "\(number)".utf8) }

    @Test(arguments: [-3600, 59, 60])
    func everyTokenHasItsMeaning(seconds: Int) {
        var chain = RefreshChain(current: digest(0))
        let limit = RefreshChain.spentLimit
        for newest in 0..<100 {
            for number in 0...newest + 1 {
                let expected: RefreshChain.Verdict =
                    switch newest - number {
                    case 0: .current
                    case 1: seconds < 60 ? .repeated(nonce: [UInt8(newest % 256)]) : .late
                    case 2...limit: .spent
                    default: .unknown
                    }
                #expect(chain.verdict(on: digest(number), age: .seconds(seconds)) == expected)
            }
            chain.rotate(to: digest(newest + 1), nonce: [UInt8((newest + 1) % 256)])
            #expect(chain.spent.count <= limit * RefreshChain.spentByteCount)
        }
    }

    @Test func aDisplacedTokenIsSpentAndThePreviousOneIsNot() {
        var chain = RefreshChain(current: digest(0))
        chain.rotate(to: digest(1), nonce: [1])
        chain.displace(with: digest(2), nonce: [2])
        #expect(chain.verdict(on: digest(1), age: .zero) == .spent)
        #expect(chain.verdict(on: digest(2), age: .zero) == .current)
        #expect(chain.verdict(on: digest(0), age: .zero) == .repeated(nonce: [2]))
        #expect(chain.verdict(on: digest(0), age: .seconds(60)) == .late)
    }

    /// Or a thief could make the owner's token unknown, which ends nothing.
    @Test func noDisplacedTokenIsForgottenHoweverOftenOneIsDisplaced() {
        var chain = RefreshChain(current: digest(0))
        for number in 1...100 { chain.rotate(to: digest(number), nonce: []) }
        var displaced: [SHA256Digest] = []
        while chain.verdict(on: digest(99), age: .days(1)) == .late {
            displaced.append(chain.current)
            chain.displace(with: digest(1000 + displaced.count), nonce: [7])
        }
        #expect(displaced.count == RefreshChain.spentLimit - 1)
        // From here on it is the same successor, for as long as it takes.
        #expect(chain.verdict(on: digest(99), age: .days(1)) == .repeated(nonce: [7]))
        for token in displaced { #expect(chain.verdict(on: token, age: .zero) == .spent) }
        chain.rotate(to: digest(2000), nonce: [8])
        for token in displaced { #expect(chain.verdict(on: token, age: .zero) == .spent) }
        #expect(chain.verdict(on: digest(1000 + displaced.count), age: .days(1)) == .late)
    }

    @Test func aGuessIsUnknown() {
        var chain = RefreshChain(current: digest(0))
        for number in 1..<10 { chain.rotate(to: digest(number), nonce: []) }
        for guess in 1000..<2000 {
            #expect(chain.verdict(on: digest(guess), age: .zero) == .unknown)
        }
    }
}
