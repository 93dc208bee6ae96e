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
            " anna@example.com", "anna@example.com\n", "anna@example.com.", "ａｎｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ",
        ]
        #expect(try keys(spellings).count == 1)
        let international = [
            "anna@b\u{FC}cher.example",
            "ANNA@BU\u{308}CHER.example.", " anna@xn--bcher-kva.example",
            "\u{FF41}nna@b\u{FC}cher\u{FF0E}example", #""anna"@Xn--Bcher-Kva.Example"#,
        ]
        #expect(try keys(international).count == 1)
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
}
