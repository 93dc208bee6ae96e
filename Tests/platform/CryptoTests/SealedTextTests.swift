import RollcallCrypto
import Testing

@Suite struct SealedTextTests {
    private let seal = SealedText(key: Secret([UInt8](repeating: 1, count: 32)))

    @Test func aTextIsKnownAgainForItsUseAlone() throws {
        let text = try seal.text(of: [1, 2, 3], for: "a page")
        #expect(try seal.content(of: text, for: "a page", longest: 100) == [1, 2, 3])
        #expect(try seal.content(of: text, for: "an attempt", longest: 100) == nil)
        #expect(try seal.content(of: text, for: "a page", longest: text.utf8.count - 1) == nil)
        let other = SealedText(key: Secret([UInt8](repeating: 2, count: 32)))
        #expect(try other.content(of: text, for: "a page", longest: 100) == nil)
    }

    @Test func everyBeginningAndEveryChangedBitIsRefused() throws {
        let text = try seal.text(of: Array("content".utf8), for: "a page")
        for length in 0..<text.count {
            #expect(try seal.content(of: text.prefix(length), for: "a page", longest: 100) == nil)
        }
        let bytes = try #require(Base64.url.decode(text))
        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << (bit % 8)
            let other = Base64.url.encode(changed)
            #expect(try seal.content(of: other, for: "a page", longest: 100) == nil)
        }
    }
}
