import Testing

@testable import RollcallCrypto

struct OpaqueTokenTests {
    let token: OpaqueToken

    init() throws {
        token = try OpaqueToken(kind: .refresh, id: Array(0..<16))
    }

    @Test func theTextComesBack() {
        #expect(token.text.hasPrefix("rcr1_"))
        #expect(token.text.utf8.count == 75)
        #expect(OpaqueToken(token.text, kind: .refresh) == token)
    }

    @Test func everyTruncationAndExtensionIsRefused() {
        for count in 0..<token.text.count {
            #expect(OpaqueToken(String(token.text.prefix(count)), kind: .refresh) == nil)
            #expect(OpaqueToken(String(token.text.suffix(count)), kind: .refresh) == nil)
        }
        for extra in ["A", "=", "\n", "\0", " ", "\u{301}"] {
            #expect(OpaqueToken(token.text + extra, kind: .refresh) == nil)
            #expect(OpaqueToken(extra + token.text, kind: .refresh) == nil)
        }
    }

    @Test func aTextOfMegabytesIsNoToken() {
        let long = token.text + String(repeating: "A", count: 8 << 20)
        let time = ContinuousClock().measure {
            #expect(OpaqueToken(long, kind: .refresh) == nil)
        }
        #expect(time < .milliseconds(5))
    }

    @Test func everyFlippedBitIsRefused() {
        let text = Array(token.text.utf8)
        for index in text.indices {
            for bit in 0..<8 {
                var flipped = text
                flipped[index] ^= 1 << UInt8(bit)
                let text = String(decoding: flipped, as: UTF8.self)
                #expect(OpaqueToken(text, kind: .refresh) == nil)
            }
        }
    }

    @Test func everyOtherLetterInEveryPlaceIsRefused() {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
        let text = Array(token.text.utf8)
        for index in text.indices {
            for letter in alphabet where letter != text[index] {
                var changed = text
                changed[index] = letter
                let text = String(decoding: changed, as: UTF8.self)
                #expect(OpaqueToken(text, kind: .refresh) == nil)
            }
        }
    }

    @Test func aTokenOfOneKindIsNoneOfAnother() {
        let other = OpaqueToken.Kind(prefix: "rcx1_")
        #expect(OpaqueToken(token.text, kind: other) == nil)
        let renamed = other.prefix + token.text.dropFirst(5)
        #expect(OpaqueToken(renamed, kind: other) == nil)
    }

    @Test func theSuccessorFollowsFromTheNonceAlone() throws {
        let (first, again) = try (token.next(nonce: [1]), token.next(nonce: [1]))
        let other = try token.next(nonce: [2])
        #expect(first == again && first.text == again.text)
        #expect(first != other && first != token)
        #expect(first.id == token.id && first.kind == token.kind)
        #expect(OpaqueToken(first.text, kind: .refresh) == first)
    }

    @Test func whatIsStoredIsTheHashOfTheSecret() {
        #expect(token.hash == SHA256Digest(of: token.secret.bytes))
        #expect(token.hash.bytes != token.secret.bytes)
    }

    @Test func theFormIsFixed() {
        let token = OpaqueToken(
            kind: .refresh, id: Array(0..<16), secret: Secret(Array(16..<48)))
        let payload = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4v"
        #expect(token.text.hasPrefix("rcr1_" + payload))
        #expect(OpaqueToken(token.text, kind: .refresh) == token)
    }
}
