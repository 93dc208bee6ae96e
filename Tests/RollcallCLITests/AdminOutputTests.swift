import ArgumentParser
import RollcallAPI
import Testing

@testable import rollcall

struct AdminOutputTests {
    private var user: UserSummary {
        UserSummary(
            userID: "u", email: "anna@example.org", role: .admin,
            createdAtMs: 1_795_255_395_000, sessionCount: 2, emailVerified: true)
    }

    @Test func anAccount() throws {
        #expect(
            try user.adminJSON.line()
                == #"{"created_at_ms":1795255395000,"disabled_until_ms":null,"#
                + #""email":"anna@example.org","email_verified":true,"is_disabled":false,"#
                + #""must_reset_password":false,"role":"admin","session_count":2,"user_id":"u"}"#)
        #expect(
            user.adminText == """
                anna@example.org
                user u, admin, signed up 2026-11-21T10:03:15Z
                enabled, sessions: 2
                """)
        #expect(
            user.row == ["u", "admin", "2026-11-21T10:03:15Z", "2", "enabled", "anna@example.org"])
    }

    @Test func whatIsWrongWithAnAccount() {
        var user = user
        user.isDisabled = true
        #expect(user.row[4] == "disabled")
        user.disabledUntilMs = 1_795_255_395_000
        user.mustResetPassword = true
        #expect(
            user.row[4] == "disabled until 2026-11-21T10:03:15Z, must reset the password")
        user.emailVerified = false
        #expect(user.adminText.hasPrefix("anna@example.org (not verified)\n"))
    }

    @Test func theColumnsOfATableBeginBelowEachOther() {
        let table = TextTable(rows: [["A", "LONGER", "C"], ["long", "b", "c"], ["a", "b", ""]])
        #expect(table.lines == ["A     LONGER  C", "long  b       c", "a     b"])
        #expect(TextTable(rows: []).lines.isEmpty)
    }

    @Test(arguments: [
        ("a@b.c", UserKey.email("a@b.c")), ("anna", .displayName("anna")),
        (
            "01890a5d-ac96-774b-bcce-b302099a8057",
            .id("01890a5d-ac96-774b-bcce-b302099a8057")
        ),
        ("01890a5d", .displayName("01890a5d")),
    ])
    func anAccountIsNamedInOneOfThreeWays(_ text: String, _ key: UserKey) {
        #expect(UserKey(argument: text) == key)
    }

    @Test(arguments: [
        ("2026-11-21T10:03:15Z", UntilTime.time(1_795_255_395_000)),
        ("2026-11-21", .time(1_795_219_200_000)), ("90m", .after(.seconds(5400))),
        ("12h", .after(.seconds(43_200))), ("30d", .after(.seconds(2_592_000))),
    ])
    func aTimeIsReadAsItIsWritten(_ text: String, _ time: UntilTime) {
        #expect(UntilTime(argument: text) == time)
    }

    @Test(arguments: ["", "h", "0h", "-1d", "1w", "tomorrow", "2026-13-01", "9999999999d"])
    func whatIsNoTimeIsRefused(_ text: String) {
        #expect(UntilTime(argument: text) == nil)
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
