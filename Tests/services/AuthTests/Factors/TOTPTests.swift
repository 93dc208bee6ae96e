import Foundation
import RollcallCrypto
import TestSupport
import Testing

@testable import Auth

@Suite struct TOTPTests {
    private let totp = TOTP(secret: Secret(Array("12345678901234567890".utf8)))

    /// RFC 6238, appendix B, for SHA-1: the last six of its eight digits.
    @Test(arguments: [
        (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"),
        (1_234_567_890, "005924"), (2_000_000_000, "279037"), (20_000_000_000, "353130"),
    ])
    func theRFCsVectorsComeOut(seconds: Int64, digits: String) throws {
        #expect(try totp.code(at: seconds / 30).digits == digits)
        let entered = try #require(DigitCode(entered: digits, .ofApp))
        #expect(try totp.step(of: entered, after: 0, now: seconds * 1000) == seconds / 30)
    }

    /// RFC 4226, appendix D.
    @Test func theRFCsCounterVectorsComeOut() throws {
        let codes = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583",
            "399871", "520489",
        ]
        #expect(try (0..<10).map { try totp.code(at: $0).digits } == codes)
    }

    @Test func aCodeIsAcceptedOneStepEarlyAndOneStepLate() throws {
        let step: Int64 = 60_000_000
        for shift in Int64(-5)...5 {
            let found = try totp.step(
                of: totp.code(at: step + shift), after: 0, now: step * 30_000 + 29_999)
            #expect(found == (abs(shift) <= 1 ? step + shift : nil))
        }
    }

    @Test func noStepIsAcceptedTwiceNorOneBeforeIt() throws {
        let now: Int64 = 1_800_000_000_000
        let present = now / 30_000
        for last in (present - 3)...(present + 3) {
            for step in (present - 1)...(present + 1) {
                let found = try totp.step(of: totp.code(at: step), after: last, now: now)
                #expect(found == (step > last ? step : nil))
            }
        }
    }

    @Test func everyCodeButThreeIsWrong() throws {
        let now: Int64 = 1_800_000_000_000
        let right = try (-1...1).map { try totp.code(at: now / 30_000 + $0).digits }
        var accepted: [String] = []
        for number in stride(from: UInt32(0), to: 1_000_000, by: 97) {
            let code = DigitCode(number, .ofApp)
            if try totp.step(of: code, after: 0, now: now) != nil { accepted.append(code.digits) }
        }
        #expect(Set(accepted).isSubset(of: right))
    }

    @Test func anotherSecretHasOtherCodes() throws {
        let codes = try (0..<20).map { try TOTP(random: .seeded($0)).code(at: 1).digits }
        #expect(Set(codes).count > 18)
    }

    @Test(arguments: [
        "287 082", " 287082\n", "287-082", "٢٨٧٠٨٢", "\u{202A}287082\u{202C}", "２８７０８２",
    ])
    func aCodeIsReadAsPeopleTypeIt(text: String) {
        #expect(DigitCode(entered: text, .ofApp)?.digits == "287082")
    }

    @Test(arguments: ["", "28708", "2870822", "28708a", "+87082", "28708²", "٢٨٧٠٨"])
    func whatCannotBeACodeIsNone(text: String) {
        #expect(DigitCode(entered: text, .ofApp) == nil)
    }

    @Test func aCodeIsNotPrinted() throws {
        let code = try #require(DigitCode(entered: "287082", .ofApp))
        #expect("\(code)" == "<redacted>")
        #expect(String(reflecting: totp).contains("<redacted>"))
    }

    @Test func theURIIsWhatAppsRead() {
        #expect(totp.secretText == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
        #expect(
            totp.uri(issuer: "Café & Co", account: "anna+x@example.org")
                == "otpauth://totp/Caf%C3%A9%20%26%20Co:anna%2Bx%40example.org"
                + "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Caf%C3%A9%20%26%20Co")
    }

    @Test func aLongNameIsCutBetweenCharacters() {
        for letter in ["x", "é", "👩‍👩‍👧‍👦", "?&=#%/:"] {
            let name = String(repeating: letter, count: 254)
            let uri = totp.uri(issuer: name, account: name)
            #expect(uri.utf8.allSatisfy { $0 < 128 })
            let issuer = uri.dropFirst(15).prefix { $0 != ":" }
            #expect(uri.hasSuffix("&issuer=\(issuer)"))
            let read = issuer.removingPercentEncoding ?? ""
            #expect(!read.isEmpty && name.unicodeScalars.starts(with: read.unicodeScalars))
        }
        // The bytes of a QR code of version 12, level M: 65 modules, and the margin.
        let name = String(repeating: "x", count: 254)
        #expect(totp.uri(issuer: name, account: name).utf8.count <= 287)
    }
}
