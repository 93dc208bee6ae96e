import Foundation
import Mail
import RollcallCrypto
import TestSupport
import Testing

@testable import Auth

@Suite struct MailRendererTests {
    private static let hostile = [
        "evil.example", "https://evil.example/", "\r\nHost: evil.example", "//evil.example",
        "https://example.org@evil.example", "../../evil.example", "{{link}}", "#", "?", "de-AT",
        "\u{202e}elpmaxe.live", "https://example.org.evil.example/",
    ]

    private func renderer(linkBase: String? = nil) throws -> MailRenderer {
        MailRenderer(
            delivery: try .test(to: MailboxDouble(), linkBase: linkBase),
            secrets: ChallengeSecrets(secret: Secret(Array(repeating: 7, count: 32))))
    }

    private func mail(
        _ kind: MailKind, locale: String = "en", recipient: String = "anna@example.com",
        variables: [MailVariable: String] = [:]
    ) throws -> QueuedMail {
        let ids = UUIDv7Generator { 1_800_000_000_000 }
        return QueuedMail(
            id: try ids.next(), kind: kind, account: nil, recipient: recipient, locale: locale,
            variables: variables, challenge: kind.hasChallenge ? try ids.next() : nil,
            state: .pending, attempts: 0, dueAtMs: 0, createdAtMs: 1_800_000_000_000,
            expiresAtMs: 1_800_003_600_000, endedAtMs: nil, lastError: "")
    }

    @Test(arguments: MailKind.allCases, ["en", "de"])
    func everyKindIsWrittenInEveryLanguage(kind: MailKind, locale: String) throws {
        for base in ["https://example.org", nil] {
            let variables: [MailVariable: String] = [
                .device: "Anna's phone", .network: "203.0.113.0/24",
                .newAddress: "new@example.com", .reason: "spam", .photo: "-", .links: "-",
            ]
            let mail = try mail(kind, locale: locale, variables: variables)
            let message = try renderer(linkBase: base).message(for: mail)
            #expect(!message.subject.text.isEmpty)
            for text in [message.subject.text, message.text] {
                #expect(!text.contains("{{") && !text.contains("}}"))
            }
            #expect(message.text.split(separator: "\n").allSatisfy { $0.count <= 120 })
            let hasLink = base != nil && kind.linkPage != nil
            #expect(message.text.contains("https://") == hasLink)
            let hasToken = base == nil && kind.allowed.contains(.token)
            #expect(message.text.contains("rcl1_") == (hasLink || hasToken))
            #expect(message.text.contains("new@example.com") == kind.allowed.contains(.newAddress))
        }
    }

    @Test func aTemplateOfTheOperatorReplacesOneOfTheProgramAndNoOther() async throws {
        try await withDirectory { directory in
            let german = directory.appending(path: "de")
            try FileManager.default.createDirectory(at: german, withIntermediateDirectories: false)
            try Data("Subject: Probe\n\nServus\n".utf8)
                .write(to: german.appending(path: "test.txt"))
            let catalog = try TemplateCatalog(directory: directory.path, defaultLocale: "en")
            #expect(catalog.words("test", locale: "de", [:])?.text == "Servus\n")
            for (kind, locale) in [("test", "en"), ("accountDeleted", "de")] {
                let own = try TemplateCatalog(directory: nil, defaultLocale: "en")
                let words = catalog.words(kind, locale: locale, [:])
                #expect(words != nil && words == own.words(kind, locale: locale, [:]))
            }
        }
    }

    @Test func aNoticeWithoutADeviceStillSaysWhatHappened() throws {
        let text = try renderer().message(for: mail(.newDevice)).text
        #expect(text.contains("2027-01-15 08:00 UTC"))
        #expect(!text.contains("Device:") && !text.contains("Network:"))
    }

    /// A link is made of the deployment's configuration alone.
    @Test(arguments: MailKind.allCases)
    func nothingThatARequestSaysReachesTheHostOfALink(kind: MailKind) throws {
        let renderer = try renderer(linkBase: "https://example.org/account")
        for text in Self.hostile {
            let mail = try mail(
                kind, locale: text,
                variables: [
                    .device: text, .network: text, .newAddress: text, .reason: text, .photo: text,
                ])
            let message = try renderer.message(for: mail)
            #expect(message.recipient.text == "anna@example.com")
            let links = message.text.split(whereSeparator: \.isWhitespace)
                .filter { $0.contains("#rcl1_") }
            #expect(links.count == (kind.linkPage == nil ? 0 : 1))
            #expect(links.allSatisfy { $0.hasPrefix("https://example.org/account/") })
        }
    }

    @Test(arguments: [
        ("en", "- your photo\n", "your links", "reason"), ("de", "- dein Foto\n", "Links", "Grund"),
    ])
    func aTakeDownSaysWhatWasTakenAndWhyAndNothingElse(
        locale: String, photo: String, links: String, reason: String
    ) throws {
        let text = try renderer().message(
            for: mail(
                .profileTakenDown, locale: locale,
                variables: [
                    .photo: "-", .reason: "not <b>you</b>", .time: "2026-11-23 10:00 UTC",
                ])
        ).text
        #expect(text.contains(photo) && !text.contains(links))
        #expect(text.contains("\(reason):\nnot <b>you</b>\n"))
        #expect(text.contains("2026-11-23 10:00 UTC"))
    }

    /// An operator's template may put the reason anywhere, the subject too.
    @Test func aReasonAddsNoHeaderNoLineAndNoHTML() throws {
        let fields = "{{display_name}}{{photo}}{{bio}}{{pronouns}}{{location}}{{links}}"
        let kind = MailKind.profileTakenDown
        let catalog = try TemplateCatalog(
            [
                .init(
                    locale: "en", name: "\(kind.rawValue).txt",
                    text: "Subject: {{reason}}\n\nWhy: {{reason}}\n\n\(fields)\n"),
                .init(
                    locale: "en", name: "\(kind.rawValue).html",
                    text: "<p title=\"{{reason}}\">{{reason}}</p>\n\n\(fields)\n"),
            ],
            kinds: [kind.rawValue: kind.variables], defaultLocale: "en")
        let delivery = MailDelivery(
            sender: MailboxDouble(), templates: catalog,
            address: try #require(MailAddress("rollcall@example.org")),
            name: try HeaderText("Rollcall"))
        let renderer = MailRenderer(
            delivery: delivery,
            secrets: ChallengeSecrets(secret: Secret(Array(repeating: 7, count: 32))))
        for reason in ["a\r\nBcc: eve@example.com", "a\u{2028}b", "\"><script>x</script>{{photo}}"]
        {
            let message = try renderer.message(
                for: mail(kind, variables: [.reason: reason, .photo: "-"]))
            #expect(!message.subject.text.contains { $0.isNewline })
            #expect(message.text.split(separator: "\n").count == 1)
            let html = try #require(message.html)
            #expect(html.split(separator: "\n").count == 1 && !html.contains("<script"))
            #expect(!html.contains("title=\"\">"))
        }
    }

    @Test func whatCannotBeWrittenIsGivenUp() throws {
        let failure = #expect(throws: MailFailure.self) {
            try renderer().message(for: mail(.test, recipient: "a\r\nb@example.com"))
        }
        #expect(failure?.kind == .permanent)
    }

    @Test func aLongDeviceNameDoesNotStopAMail() throws {
        let device = String(repeating: "ä", count: 256)
        let mail = try mail(.newDevice, variables: [.device: device])
        #expect(try renderer().message(for: mail).text.contains(device))
    }
}
