import RollcallCrypto
import Testing

@testable import Auth

@Suite struct ChallengeSecretsTests {
    private let secrets = ChallengeSecrets(secret: Secret(Array(0..<32)))
    private let ids = UUIDv7Generator { 1_800_000_000_000 }

    /// Computed by Python's hmac module from the formulas in `ChallengeSecrets`.
    @Test func aCodeAndALinkAreWhatTheFormulaSays() throws {
        let bytes: [UInt8] = [1, 0x93, 0, 0, 0, 0, 0x70, 0, 0x80, 0, 0, 0, 0, 0, 0, 5]
        let id = try #require(UUIDv7(bytes: bytes))
        let code = try secrets.code(of: id)
        #expect(code.digits == "00983788")
        let token = try secrets.linkToken(of: id)
        #expect(
            Hex.encode(token.secret.bytes)
                == "ce6ffe3d0bd9a23ff419fe7b93717353926717a9d313d62f87c6967950d98974")
        #expect(
            try secrets.digest(of: code, for: id).description
                == "220bd41a826b4067670ec40c19e60c478ff94f0574385ea0aef8cecec3207eb6")
        #expect(
            try secrets.digest(of: token, for: id).description
                == "fdede460004e6297618302bb1e315eb85f48f11b8becc94527a55877c24b883c")
    }

    @Test func theSameChallengeHasTheSameSecretsAndNoOtherHas() throws {
        let other = ChallengeSecrets(secret: Secret(Array(1..<33)))
        var tokens: Set<String> = []
        for _ in 0..<100 {
            let id = try ids.next()
            #expect(try secrets.code(of: id) == secrets.code(of: id))
            for maker in [secrets, other] {
                let token = try maker.linkToken(of: id)
                #expect(token.id == id.bytes)
                #expect(tokens.insert(token.text).inserted)
            }
        }
    }

    @Test func everyDigitIsAsLikelyAsEveryOther() throws {
        var counts = [[Int]](repeating: [Int](repeating: 0, count: 10), count: 8)
        let samples = 20_000
        for _ in 0..<samples {
            for (place, digit) in try secrets.code(of: ids.next()).digits.utf8.enumerated() {
                counts[place][Int(digit) - 48] += 1
            }
        }
        let expected = Double(samples) / 10
        for place in counts {
            let chiSquared =
                place.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) }
                / expected
            // Nine degrees of freedom: beyond this by chance once in 10⁷.
            #expect(chiSquared < 50)
        }
    }

    @Test func aDigestIsOfOneChallengeAndOneKey() throws {
        let (first, second) = (try ids.next(), try ids.next())
        let code = try secrets.code(of: first)
        let digest = try secrets.digest(of: code, for: first)
        #expect(try secrets.digest(of: code, for: second) != digest)
        let other = ChallengeSecrets(secret: Secret(Array(1..<33)))
        #expect(try other.digest(of: code, for: first) != digest)
        #expect(SHA256Digest(of: Array(code.digits.utf8)) != digest)
    }

    @Test func aLinkIsNoRefreshTokenAndBack() throws {
        let link = try secrets.linkToken(of: ids.next())
        #expect(OpaqueToken(link.text, kind: .link) == link)
        #expect(OpaqueToken(link.text, kind: .refresh) == nil)
        let refresh = try OpaqueToken(kind: .refresh, id: ids.next().bytes)
        #expect(OpaqueToken(refresh.text, kind: .link) == nil)
    }

    @Test(arguments: [
        "01234567", "0123 4567", "01-23-45-67", " 01234567 ", "01234567\n", "0123\r\n4567",
        "0123\u{A0}4567", "0123\u{2013}4567", "0123\u{2212}4567", "\u{200E}01234567\u{200F}",
        "٠١٢٣٤٥٦٧", "۰۱۲۳۴۵۶۷", "０１２３４５６７", "०१२३४५६७", "0123\t4567", "\u{FEFF}01234567",
    ])
    func aCodeIsReadHoweverItIsWrittenAndSpaced(text: String) {
        #expect(DigitCode(entered: text, .mailed)?.digits == "01234567")
    }

    @Test(arguments: [
        "", "1234567", "123456789", "1234567a", "+1234567", "1234.5678", "1234567²", "一二三四五六七八",
        "1234567\u{0}", "①②③④⑤⑥⑦⑧",
    ])
    func whatIsNoCodeIsRefused(text: String) {
        #expect(DigitCode(entered: text, .mailed) == nil)
    }

    @Test func aTokenIsReadHoweverItIsPasted() throws {
        let link = try secrets.linkToken(of: ids.next())
        let text = link.text
        let half = text.index(text.startIndex, offsetBy: 30)
        for pasted in [
            "\(text).", "\(text)\n", " \(text) ", "<\(text)>", "(\(text))",
            "\u{200E}\(text)\u{200E}",
            "https://example.org/account/reset-password#\(text)", "„\(text)“", "\(text)\u{A0}",
            "\(text[..<half])\r\n \(text[half...])", "https://a.example/#\(text).\r\n",
        ] {
            #expect(OpaqueToken(pasted: pasted, kind: .link) == link, "\(pasted)")
        }
        for other in [
            "", "#", "\(text)x", "\(text)\(text)", "\(text) \(text)", String(text.dropLast()),
            "\(text[..<half]).\(text[half...])", "\(text[..<half])#\(text[half...])",
            text + String(repeating: " ", count: 1024),
        ] {
            #expect(OpaqueToken(pasted: other, kind: .link) == nil, "\(other)")
        }
    }

    @Test func aCodeKeepsItsZerosAndIsNotPrinted() {
        let code = DigitCode(42, .mailed)
        #expect(code.digits == "00000042")
        #expect("\(code)" == "<redacted>")
        #expect(!String(reflecting: [code]).contains("42"))
    }
}
