import RollcallCrypto
import TestPostgreSQL
import Testing

@testable import Auth

@Suite(.onEachEngine) struct RefreshChainTests {
    private func digest(_ number: Int) -> SHA256Digest { SHA256Digest(of: "\(number)".utf8) }

    private let limit = RefreshChain.spentLimit

    @Test(arguments: [-3600, 59, 60], [false, true])
    func everyTokenHasItsMeaning(seconds: Int, isSealed: Bool) {
        var chain = RefreshChain(current: digest(0))
        for newest in 0..<100 {
            for number in 0...newest + 1 {
                let expected: RefreshChain.Verdict =
                    switch newest - number {
                    case 0: .current
                    case 1: seconds < 60 ? .repeated(nonce: [UInt8(newest % 256)]) : .late
                    case 2...limit: .spent
                    default: isSealed ? .spent : .unknown
                    }
                let verdict = chain.verdict(
                    on: digest(number), isSealed: isSealed, age: .seconds(seconds))
                #expect(verdict == expected)
            }
            chain.rotate(
                to: digest(newest + 1), nonce: [UInt8((newest + 1) % 256)], isSealed: isSealed)
            #expect(chain.spent.count <= (isSealed ? 0 : limit * RefreshChain.spentByteCount))
        }
    }

    /// The tokens of before and those that are sealed, in one session.
    @Test func whatWasSpentBeforeTokensWereSealedStaysSpent() {
        var chain = RefreshChain(current: digest(0))
        for number in 1...3 { chain.rotate(to: digest(number), nonce: [], isSealed: false) }
        for number in 4...200 { chain.rotate(to: digest(number), nonce: [], isSealed: true) }
        for number in 0...2 {
            #expect(chain.verdict(on: digest(number), isSealed: false, age: .zero) == .spent)
        }
        #expect(chain.spent.count == 3 * RefreshChain.spentByteCount)
    }

    @Test(arguments: [false, true])
    func aDisplacedTokenIsSpentAndThePreviousOneIsNot(isSealed: Bool) {
        var chain = RefreshChain(current: digest(0))
        chain.rotate(to: digest(1), nonce: [1], isSealed: isSealed)
        chain.displace(with: digest(2), nonce: [2], isSealed: isSealed)
        func verdict(_ number: Int, _ age: Duration = .zero) -> RefreshChain.Verdict {
            chain.verdict(on: digest(number), isSealed: isSealed, age: age)
        }
        #expect(verdict(1) == .spent)
        #expect(verdict(2) == .current)
        #expect(verdict(0) == .repeated(nonce: [2]))
        #expect(verdict(0, .seconds(60)) == .late)
    }

    /// Or a thief could make the owner's token unknown, which ends nothing.
    @Test func noDisplacedTokenIsForgottenHoweverOftenOneIsDisplaced() {
        var chain = RefreshChain(current: digest(0))
        for number in 1...100 { chain.rotate(to: digest(number), nonce: [], isSealed: false) }
        func verdict(on token: SHA256Digest, age: Duration = .zero) -> RefreshChain.Verdict {
            chain.verdict(on: token, isSealed: false, age: age)
        }
        var displaced: [SHA256Digest] = []
        while verdict(on: digest(99), age: .days(1)) == .late {
            displaced.append(chain.current)
            chain.displace(
                with: digest(1000 + displaced.count), nonce: [7], isSealed: false)
        }
        #expect(displaced.count == limit - 1)
        // From here on it is the same successor, for as long as it takes.
        #expect(verdict(on: digest(99), age: .days(1)) == .repeated(nonce: [7]))
        for token in displaced { #expect(verdict(on: token) == .spent) }
        chain.rotate(to: digest(2000), nonce: [8], isSealed: false)
        for token in displaced { #expect(verdict(on: token) == .spent) }
        #expect(verdict(on: digest(1000 + displaced.count), age: .days(1)) == .late)
    }

    @Test func aSealedTokenIsDisplacedAsOftenAsItTakes() {
        var chain = RefreshChain(current: digest(0))
        chain.rotate(to: digest(1), nonce: [], isSealed: true)
        for number in 2..<300 {
            let verdict = chain.verdict(on: digest(0), isSealed: true, age: .seconds(60))
            #expect(verdict == .late)
            chain.displace(with: digest(number), nonce: [], isSealed: true)
        }
        #expect(chain.spent.isEmpty)
    }

    @Test func aGuessIsUnknown() {
        var chain = RefreshChain(current: digest(0))
        for number in 1..<10 { chain.rotate(to: digest(number), nonce: [], isSealed: false) }
        for guess in 1000..<2000 {
            #expect(chain.verdict(on: digest(guess), isSealed: false, age: .zero) == .unknown)
        }
    }
}
