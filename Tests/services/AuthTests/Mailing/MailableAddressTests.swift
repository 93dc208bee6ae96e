import Mail
import RollcallRules
import TestSupport
import Testing

@testable import Auth

/// Two grammars of an address: what an account may have, and what may stand in a mail. The second
/// is the wider, and about safety alone.
@Suite struct MailableAddressTests {
    @Test func whateverAnAccountCanHaveCanStandInAMail() {
        var random = TestNumbers(seed: 5321)
        var count = 0
        var refused: [String] = []
        for _ in 0..<50_000 {
            guard let address = try? EmailAddress(Self.text(&random)) else { continue }
            count += 1
            let isTaken = [address.text, address.canonical].allSatisfy {
                MailAddress($0)?.text == $0
            }
            if !isTaken { refused.append(address.text) }
        }
        #expect(refused.isEmpty)
        #expect(count > 2000)
    }

    @Test(arguments: [
        "a\r\nb@example.com", "a>b@example.com", "a b@example.com", "a@b@example.com",
    ])
    func whatWouldEndTheBracketsIsNeither(text: String) {
        #expect(throws: ContractReason.self) { try EmailAddress(text) }
        #expect(MailAddress(text) == nil)
    }

    /// Mostly of what the grammars know, in an order that they may not.
    private static func text(_ random: inout TestNumbers) -> String {
        let localParts = [
            "a", "b.c", "\"", "\\\"", "\\\\", " ", ".", "+", "!#", "ä", "\u{7f}", ">",
        ]
        let domainParts = ["a", "xn--bcher-kva", "-", ".", "example", ".com", "bücher", "1", "_"]
        let isQuoted = Bool.random(using: &random)
        let local = parts(of: localParts, &random)
        let domain = parts(of: domainParts, &random)
        return (isQuoted ? "\"\(local)\"" : local) + "@" + domain
    }

    private static func parts(of parts: [String], _ random: inout TestNumbers) -> String {
        let count = Int.random(in: 1...4, using: &random)
        return (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    }
}
