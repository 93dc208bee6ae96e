import RollcallCrypto
import TestSupport
import Testing

struct CertificateTests {
    private static let begin = 1_800_000_000

    private let authority: Certificate
    private let issued: Certificate

    init() throws {
        authority = try Certificate(["authority"], from: Self.begin, days: 100, by: nil)
        issued = try Certificate(
            ["DNS:auth.internal", "IP:192.0.2.1", "IP:::1"], from: Self.begin, days: 10,
            by: authority)
    }

    @Test func whatWasWrittenIsRead() throws {
        let read = try #require(Certificate(pem: issued.pem))
        #expect(read.names == ["auth.internal", "192.0.2.1", "0:0:0:0:0:0:0:1"])
        #expect(read.end == Self.begin + 10 * 86_400)
        #expect(read.pem == issued.pem)
        #expect(authority.names.isEmpty)
        // Beyond 2050 a time has another form (RFC 5280 §4.1.2.5).
        let late = try Certificate(["authority"], from: 4_000_000_000, days: 1, by: nil)
        #expect(late.end == 4_000_086_400)
    }

    @Test func onlyItsAuthorityHasIssuedIt() throws {
        let other = try Certificate(["authority"], from: Self.begin, days: 100, by: nil)
        #expect(issued.isIssued(by: authority))
        #expect(!issued.isIssued(by: other))
        #expect(authority.isIssued(by: authority))
    }

    @Test func theKeyOfAnotherIsNotRead() throws {
        let key = authority.pem.dropFirst(authority.certificatePEM.count)
        #expect(Certificate(pem: authority.certificatePEM + key) != nil)
        #expect(Certificate(pem: issued.certificatePEM + key) == nil)
        #expect(Certificate(pem: issued.certificatePEM) == nil)
    }

    @Test func whatIsCutOrChangedIsNotTakenForIt() throws {
        let pem = issued.pem
        for count in 0..<pem.count - 1 {
            #expect(Certificate(pem: Array(pem.prefix(count))) == nil)
        }
        var numbers = TestNumbers(seed: 7)
        for _ in 0..<2000 {
            var changed = pem
            changed[Int.random(in: pem.indices, using: &numbers)] ^=
                1
                << UInt8.random(
                    in: 0...7, using: &numbers)
            guard let read = Certificate(pem: changed), read.isIssued(by: authority) else {
                continue
            }
            #expect(read.certificatePEM == issued.certificatePEM)
        }
    }
}
