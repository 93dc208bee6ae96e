import MessageJSON
import RollcallAPI
import RollcallWire
import Testing

@testable import rollcall

/// Messages of the contract as a person sees them.
struct MessageTextTests {
    private let time: Int64 = 1_795_255_395_000
    private var user: UserSummary {
        UserSummary(
            userID: "u", email: "anna@example.org", role: .admin, createdAtMs: time,
            sessionCount: 2, isEmailVerified: true, displayName: "Anna")
    }

    private func lines(_ message: some Message) throws -> [String] {
        let (members, type) = try form(message)
        return TextTable(rows: type.lines(members)).lines()
    }

    private func table(_ message: some Message) throws -> [String] {
        let (members, type) = try form(message)
        return type.table([members], hasHeader: true).lines()
    }

    private func form<M: Message>(_ message: M) throws -> ([String: JSON], MessageDescriptor) {
        let pool = ContractCommands.pool
        let members = try pool.members(message.serialized(), M.typeName)
        return (members, try #require(pool.message(M.typeName)))
    }

    @Test func aMessageHasALineForEachField() throws {
        var user = user
        user.isDisabled = true
        #expect(
            try lines(user) == [
                "user                 u", "email                anna@example.org",
                "role                 admin", "created              2026-11-21T10:03:15Z",
                "disabled             yes", "must reset password  no", "sessions             2",
                "email verified       yes", "name                 Anna",
            ])
        user.disableEndsAtMs = time
        #expect(try lines(user).contains("disabled until       2026-11-21T10:03:15Z"))
    }

    @Test func aListIsATableWhoseLastColumnHasWhatIsTrue() throws {
        var user = user
        user.isDisabled = true
        user.mustResetPassword = true
        #expect(
            try table(user) == [
                "EMAIL             ROLE   CREATED               SESSIONS  NAME  FLAGS",
                "anna@example.org  admin  2026-11-21T10:03:15Z  2         Anna  disabled, must reset password",
            ])
    }

    @Test func theRowsOfAStreamAreInLineThoughEachIsWrittenAlone() throws {
        let id = "01890a5d-ac96-774b-bcce-b302099a8057"
        let rows = try [FindingKind.profileMissing, .presenceWithoutAccount].map { kind in
            let (members, type) = try form(Finding(kind: kind, outcome: .open, userID: id))
            return type.table([members], hasHeader: false, isStream: true).lines()
        }
        #expect(
            rows == [
                ["profile-missing           open    \(id)"],
                ["presence-without-account  open    \(id)"],
            ])
    }

    @Test func reasonsAreCountedInALine() throws {
        let report = Report(
            reportID: "r", userID: "u", displayName: "Berta", reportedAtMs: time,
            counts: [
                ReportCount(reason: .spam, count: 2), ReportCount(reason: .selfHarm, count: 1),
            ])
        #expect(try table(report)[0] == "REPORT  DISPLAY NAME  SINCE                 REASONS")
        #expect(try table(report)[1].hasSuffix("2026-11-21T10:03:15Z  spam 2, self-harm 1"))
    }

    @Test func whatWasReportedIsShownWithWhatUsersHaveWritten() throws {
        let details = ReportDetails(
            report: Report(reportID: "r", reportedAtMs: time),
            profile: Profile(userID: "u", displayName: "Berta", bio: "buy\npills"),
            remaining: [.displayName, .bio],
            entries: [
                ReportEntry(
                    reporterUserID: "a", reason: .spam, note: "a shop", reportedAtMs: time),
                ReportEntry(reason: .selfHarm, reportedAtMs: time),
            ])
        let text = try lines(details).map { $0.split(separator: " ").joined(separator: " ") }
        for line in [
            "report r", "display name Berta", "bio buy", "pills", "still there display-name, bio",
            "reporter user a", "reason spam", "note a shop", "reason self-harm",
        ] {
            #expect(text.contains(line), "\(line): \(text)")
        }
    }

    @Test func whatOnlyTheOwnerSeesOfAProfileIsShownToTheOwnerAlone() throws {
        var profile = Profile(userID: "u", displayName: "anna", bio: "One.\nTwo.")
        #expect(
            try lines(profile) == [
                "user          u", "display name  anna", "bio           One.",
                "              Two.",
            ])
        profile.revision = 3
        profile.visibilities = [
            FieldVisibility(field: .photo, visibility: .signedIn),
            FieldVisibility(field: .bio, visibility: .onlyMe),
        ]
        #expect(
            try lines(profile).suffix(2) == [
                "revision      3", "visible       photo signed-in, bio only-me",
            ])
    }

    @Test func aChangeThatIsAMessageIsWrittenOnTheCommandLine() throws {
        let fields = try #require(
            ContractCommands.pool.message("rollcall.v1.UpdateProfileRequest")?.fields)
        let visible = try #require(fields.first { $0.name == "visibilities" })
        #expect(
            try visible.json("bio=only-me")
                == ["field": "PROFILE_FIELD_BIO", "visibility": "VISIBILITY_ONLY_ME"])
        let links = try #require(fields.first { $0.name == "links" })
        let link = try links.json("https://a")
        #expect(links.isRepeated && link == .string("https://a"))
    }

    @Test func eachAddressHasALineThatFitsATerminal() throws {
        let account = AccountInfo(
            userID: "u",
            addresses: [
                Address(email: "anna@example.org", verifiedAtMs: time, isPrimary: true),
                Address(email: "anna@work.example", verifiedAtMs: time),
            ], createdAtMs: time,
            pendingAddresses: [
                PendingAddress(email: "a@b.example"),
                PendingAddress(email: "c@d.example", replacesPrimary: true),
            ])
        let lines = try lines(account)
        #expect(
            lines == [
                "user       u",
                "addresses  anna@example.org verified 2026-11-21T10:03:15Z primary",
                "           anna@work.example verified 2026-11-21T10:03:15Z",
                "created    2026-11-21T10:03:15Z",
                "pending    a@b.example, c@d.example replaces primary",
            ])
        #expect(lines.allSatisfy { $0.count <= 80 })
        let unverified = AccountInfo(addresses: [Address(email: "a@b.c", isPrimary: true)])
        #expect(try self.lines(unverified) == ["addresses  a@b.c primary"])
    }

    @Test func whatIsStillToBeDoneHasNoLine() throws {
        let state = GetDeletionReceiptResponse(
            requestedAtMs: time, profileErasedAtMs: time, kept: [.tombstone, .ownerlessNames])
        #expect(
            try lines(state) == [
                "deleted         2026-11-21T10:03:15Z", "profile erased  2026-11-21T10:03:15Z",
                "kept            tombstone, ownerless-names",
            ])
    }

    @Test func everyReasonToReportAProfileHasAWord() throws {
        let field = try #require(
            ContractCommands.pool.message("rollcall.v1.ReportProfileRequest")?.fields
                .first { $0.name == "reason" })
        #expect(field.words.count == 9)
        #expect(field.words.map(\.word).prefix(5).contains("sexual-content"))
        for (word, name) in field.words { #expect(try field.json(word) == .string(name)) }
        #expect(throws: MappingError.self) { try field.json("unknown") }
    }

    @Test func eachListOfPagesIsReadToItsEnd() throws {
        let lists = ContractCommands.all.filter { command in
            command.answer.type?.fields.contains { $0.name == "next_page_token" } == true
        }
        #expect(lists.count > 8)
        for list in lists {
            #expect(
                list.next(after: ["nextPageToken": .string("t")]) == ["pageToken": .string("t")])
            #expect(list.next(after: [:]) == nil)
            #expect(list.request.contains { $0.jsonName == "pageToken" }, "\(list.words)")
            #expect(!list.arguments.contains { $0.key.hasPrefix("page") }, "\(list.words)")
        }
    }
}
