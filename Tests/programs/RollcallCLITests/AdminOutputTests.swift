import ArgumentParser
import RollcallAPI
import Testing

@testable import rollcall

struct AdminOutputTests {
    @Test(arguments: [
        ("a@b.c", UserKey.Key.email("a@b.c")), ("anna", .displayName("anna")),
        (
            "01890a5d-ac96-774b-bcce-b302099a8057",
            .userID("01890a5d-ac96-774b-bcce-b302099a8057")
        ),
        ("01890a5d", .displayName("01890a5d")),
    ])
    func anAccountIsNamedInOneOfThreeWays(_ text: String, _ key: UserKey.Key) {
        #expect(UserKey.Key(argument: text) == key)
    }

    @Test(arguments: [
        ("2026-11-21T10:03:15Z", 1_795_255_395_000), ("2026-11-21", 1_795_219_200_000),
        ("90m", 5_400_007), ("12h", 43_200_007), ("30d", 2_592_000_007),
    ])
    func aTimeIsReadAsItIsWritten(_ text: String, _ time: Int64) {
        #expect(UntilTime.milliseconds(text, now: 7) == time)
    }

    @Test func whatIsNoTimeIsToldTheForms() {
        let command = ["admin", "user", "disable", "ann", "--until", "tomorrow"]
        let error = #expect(throws: (any Error).self) { try Rollcall.parseAsRoot(command) }
        let message = error.map { Rollcall.message(for: $0) } ?? ""
        #expect(message.hasSuffix("': Give 2026-12-01, 2026-12-01T10:00:00Z, 90m, 12h or 30d."))
    }

    @Test(arguments: ["", "h", "0h", "-1d", "1w", "tomorrow", "2026-13-01", "9999999999d"])
    func whatIsNoTimeIsRefused(_ text: String) {
        #expect(UntilTime.milliseconds(text, now: 0) == nil)
    }

    @Test func aCredentialNeedsAPlace() throws {
        let add = ["admin", "service", "add", "games"]
        #expect(throws: (any Error).self) { try Rollcall.parseAsRoot(add) }
        #expect(throws: (any Error).self) {
            try Rollcall.parseAsRoot(add + ["--out", "f", "--show-sensitive"])
        }
        _ = try Rollcall.parseAsRoot(add + ["--out", "f"])
        _ = try Rollcall.parseAsRoot(add + ["--show-sensitive"])
    }

    @Test func aBanIsNamedInOneWay() throws {
        let clear = ["admin", "ban", "clear"]
        #expect(throws: (any Error).self) { try Rollcall.parseAsRoot(clear) }
        #expect(throws: (any Error).self) {
            try Rollcall.parseAsRoot(clear + ["x", "--login", "anna"])
        }
        _ = try Rollcall.parseAsRoot(clear + ["--address", "203.0.113.7"])
    }
}
