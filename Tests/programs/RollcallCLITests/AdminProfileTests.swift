import ArgumentParser
import RollcallAPI
import Testing

@testable import rollcall

@Suite struct AdminProfileTests {
    private let report = Report(
        reportID: "r", userID: "u", displayName: "Berta", reportedAtMs: 1_795_255_395_000,
        counts: [ReportCount(reason: .spam, count: 2), ReportCount(reason: .selfHarm, count: 1)])

    @Test func aReport() throws {
        #expect(
            report.json.line()
                == #"{"counts":{"self-harm":1,"spam":2},"display_name":"Berta","report_id":"r","#
                + #""reported_at_ms":1795255395000,"user_id":"u"}"#)
        #expect(
            report.row == ["r", Int64(1_795_255_395_000).timeText, "Berta", "2 spam, 1 self-harm"])
    }

    @Test func whatWasReportedIsShownWithWhatUsersHaveWritten() throws {
        let details = ReportDetails(
            report: report, profile: Profile(userID: "u", displayName: "Berta", bio: "buy"),
            remaining: [.displayName, .bio],
            entries: [
                ReportEntry(
                    reporterUserID: "a", reason: .spam, note: "a shop\nand rude",
                    reportedAtMs: 1_795_255_395_000),
                ReportEntry(reason: .selfHarm, reportedAtMs: 1_795_255_395_000),
            ])
        let time = Int64(1_795_255_395_000).timeText
        #expect(
            details.text(photoFile: "shown.jpg") == """
                Berta
                user u
                no photo
                | buy
                photo written to shown.jpg
                Still there: display-name, bio
                reported since \(time): 2 spam, 1 self-harm
                \(time)  spam, by a
                | a shop
                | and rude
                \(time)  self-harm, by an erased user
                """)
        let json = details.json(photoFile: nil).line()
        #expect(json.contains(#""remaining":["display-name","bio"]"#))
        #expect(json.contains(#""photo_file":null"#))
        #expect(json.contains(#""reporter_user_id":null"#))
    }

    @Test func aFieldThatCannotBeTakenAwayIsNone() {
        #expect(TakenField(argument: "display-name")?.field == .displayName)
        #expect(TakenField(argument: "links")?.field == .links)
        for text in ["", "name", "Photo", "unspecified"] {
            #expect(TakenField(argument: text) == nil)
        }
    }

    @Test func everyReasonHasAName() {
        for number: Int32 in 1...9 {
            let reason = ReportReason(rawValue: number)
            #expect(ReportReason(argument: reason.name) == reason)
        }
        #expect(ReportReason(argument: "unknown") == nil)
    }

    @Test func whatIsTakenAwayHasToBeNamed() throws {
        let user = ["admin", "profile", "take-down", "anna", "--reason", "gore"]
        #expect(throws: (any Error).self) { try Rollcall.parseAsRoot(user) }
        #expect(throws: (any Error).self) {
            try Rollcall.parseAsRoot(user + ["--take-down", "bio", "--allow-photo"])
        }
        _ = try Rollcall.parseAsRoot(user + ["--take-down", "photo", "--allow-photo"])
    }

    @Test(arguments: [["remove"], ["set", "--name", "berta"]])
    func whyANameIsTakenAwayIsToldToTheUserOnlyIfThatIsSaid(_ command: [String]) throws {
        let arguments = ["admin", "name"] + command + ["anna", "--reason", "case 7"]
        for told in ["", "it is a brand"] {
            let parsed = try Rollcall.parseAsRoot(
                told.isEmpty ? arguments : arguments + ["--tell-user", told])
            let options =
                (parsed as? AdminActionCommand<AdminNameRemove>)?.action.options
                ?? (parsed as? AdminActionCommand<AdminNameSet>)?.action.options
            #expect(options?.tellUser == told && options?.reason == "case 7")
        }
    }

    @Test func aRefusedPhoto() throws {
        let photo = RefusedPhoto(photoID: "p", reason: "gore", refusedAtMs: 1_795_255_395_000)
        #expect(
            photo.json.line()
                == #"{"photo_id":"p","reason":"gore","refused_at_ms":1795255395000}"#)
    }
}
