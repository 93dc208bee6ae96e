import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

@Suite struct LimitKeyTests {
    private let secret = Secret(Array(repeating: 7, count: 32))

    private func keys(_ logins: [String]) throws -> Set<LimitKey> {
        try Set(logins.map { try LimitKey(.account, .login($0), secret: secret) })
    }

    @Test func everySpellingOfALoginIsOneKey() throws {
        let spellings = [
            "anna@example.com", "ANNA@Example.COM", #""anna"@example.com"#, #""an\na"@example.com"#,
            " anna@example.com", "anna@example.com\n", "ａｎｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ",
        ]
        #expect(try keys(spellings).count == 1)
        let malformed = ["Zoe\u{308}", "zoë", "ZOË ", "ｚｏë"]
        #expect(try keys(malformed).count == 1)
    }

    @Test func differentLoginsAreDifferentKeys() throws {
        let logins = ["anna@example.com", "bob@example.com", "anna@example.org", "anna", ""]
        #expect(try keys(logins).count == logins.count)
    }

    @Test func aHugeLoginIsReadNoFurtherThanAnAddressIsLong() throws {
        let text = String(repeating: "x", count: 1024)
        #expect(try keys([text, text + "y", text + text]).count == 1)
    }

    @Test func limitsAndSecretsTellKeysApart() throws {
        let subject = LimitSubject.address(.none)
        let keys = try LimitName.allCases.map { try LimitKey($0, subject, secret: secret) }
        #expect(Set(keys.map(\.bytes)).count == keys.count)
        let other = try LimitKey(.account, subject, secret: Secret([1]))
        #expect(try other != LimitKey(.account, subject, secret: secret))
    }

    @Test func everyAddressOfA64IsOneBucket() {
        let same = [
            "[2001:db8:1:2::1]:4000", "[2001:DB8:1:2:ffff:FFFF:ffff:ffff]:1",
            "[2001:0db8:0001:0002::3%eth0]:9",
        ].map { AddressPrefix($0) }
        #expect(Set(same) == [.v6(0x2001_0db8_0001_0002)])
        #expect(AddressPrefix("[2001:db8:1:3::1]:4000") == .v6(0x2001_0db8_0001_0003))
    }

    @Test func aMappedAddressIsTheAddressItMaps() {
        let same =
            ["203.0.113.7:1", "203.0.113.7:65535", "[::ffff:203.0.113.7]:1"]
            + ["[::FFFF:cb00:7107]:1"]
        #expect(Set(same.map { AddressPrefix($0) }) == [.v4(0xcb00_7107)])
        #expect(AddressPrefix("203.0.113.8:1") == .v4(0xcb00_7108))
    }

    @Test func whatIsNoAddressIsNone() {
        for text in ["", "x", ":", "[]:1", "example.org:1", "1.2.3:4", "[1.2.3.4.5]:1"] {
            #expect(AddressPrefix(text) == .none)
        }
        #expect(AddressPrefix(PeerIdentity.unidentified) == .none)
        let process = UnixProcess(userID: 1, groupID: 1, processID: 1)
        #expect(AddressPrefix(PeerIdentity(proof: .process(process))) == .none)
    }
}
