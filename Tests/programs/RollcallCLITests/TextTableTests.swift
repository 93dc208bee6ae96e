import Testing

@testable import rollcall

struct TextTableTests {
    @Test func theColumnsOfATableBeginBelowEachOther() {
        let table = TextTable(rows: [["A", "LONGER", "C"], ["long", "b", "c"], ["a", "b", ""]])
        #expect(table.lines() == ["A     LONGER  C", "long  b       c", "a     b"])
        #expect(TextTable(rows: []).lines().isEmpty)
    }

    @Test func whatIsTooLongIsCutInTheColumnsThatMayBeCut() {
        let long = String(repeating: "x", count: 100)
        let table = TextTable(
            rows: [["NAME", "E-MAIL", "ROLE"], ["anna", long, "user"], [long, "b", "admin"]],
            flexible: [1, 0])
        let lines = table.lines(limit: 80)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines[1].hasPrefix("anna ") && lines[1].contains("xxxxxxx…  user"))
        #expect(lines[2].hasSuffix("…  b         admin"))
        // What has room stays whole, and what may not be cut does too.
        let narrow = TextTable(rows: [["a", "b"]], flexible: [1]).lines(limit: 1)
        #expect(narrow == ["a  b"])
        #expect(TextTable(rows: [[long]]).lines(limit: 80) == [long])
    }

    /// Otherwise the log of an account would say `session…` for all that was done to its sessions.
    @Test func theColumnThatMattersMostIsReadableOnANarrowTerminal() {
        let table = TextTable(
            rows: [["2026-11-27T10:00:00Z", "sessions.revoked", "admin:0193", "203.0.113.0/24"]],
            flexible: [3, 2, 1])
        #expect(table.lines(limit: 60)[0].contains("  sessions.revoked  "))
        #expect(table.lines(limit: 20)[0].hasSuffix("  sessions.revoked  admin:0…  203.0.1…"))
    }

    /// A thief may have chosen the text.
    @Test func aCellStaysOnItsLine() {
        let table = TextTable(rows: [["a\nb\u{1B}[2J", "c"]])
        #expect(table.lines() == [#"a\u{a}b\u{1b}[2J  c"#])
    }
}
