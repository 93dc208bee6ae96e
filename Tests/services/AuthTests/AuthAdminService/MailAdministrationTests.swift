import Foundation
import Mail
import RollcallCrypto
import TestSupport
import Testing

@testable import Auth

@Suite struct MailAdministrationTests {
    @Test func mailsAreListedByStateInPages() async throws {
        try await withMail { world, mail in
            mail.mailbox.setFault { message, _ in
                message.recipient.text == "b@example.com" ? MailFailure(.permanent, "no") : nil
            }
            var ids: [UUIDv7] = []
            for _ in 0..<5 {
                ids.append(try await mail.enqueue().id)
                try await mail.enqueue(to: "b@example.com")
            }
            try await mail.settle()
            let store = world.auth.store
            let first = try await store.mail(.sent, before: nil, limit: 3)
            let second = try await store.mail(.sent, before: first.last?.id, limit: 3)
            #expect((first + second).map(\.id) == ids.reversed())
            #expect(try await store.mail(.dead, before: nil, limit: 100).count == 5)
            #expect(try await store.mail(.pending, before: nil, limit: 100).isEmpty)
        }
    }

    @Test func aMailThatWasGivenUpIsTriedAgainWhenAnOperatorSaysSo() async throws {
        try await withMail { world, mail in
            mail.mailbox.setFault { _, _ in MailFailure(.permanent, "no") }
            let item = try await mail.enqueue()
            try await mail.settle()
            mail.mailbox.setFault(nil)
            let now = item.id.milliseconds
            #expect(try await mail.outbox.retry(item.id, now: now) == .done)
            try await mail.settle()
            #expect(mail.mailbox.taken.map(\.id) == [item.id.description])
            #expect(try await mail.outbox.retry(item.id, now: now) == .alreadySent)
            #expect(try await mail.outbox.retry(mail.ids.next(), now: now) == .unknown)
        }
    }

    @Test func aCodeThatHasExpiredIsNotSentAgain() async throws {
        try await withMail { world, mail in
            mail.mailbox.setFault { _, _ in MailFailure(.permanent, "no") }
            let expiry = Int64(Date().timeIntervalSince1970 * 1000) + 60_000
            let item = try await mail.enqueue(.verifyAddress, expiresAtMs: expiry)
            let notice = try await mail.enqueue(expiresAtMs: expiry)
            try await mail.settle()
            #expect(try await mail.outbox.retry(item.id, now: expiry) == .tooLate)
            #expect(try await mail.outbox.retry(notice.id, now: expiry) == .done)
        }
    }

    @Test func aMailThatIsDroppedIsNotSent() async throws {
        try await withMail { world, mail in
            mail.mailbox.setFault { _, _ in MailFailure(.transient, "nobody answers") }
            let item = try await mail.enqueue()
            try await mail.tried(item, times: 1)
            #expect(try await world.auth.store.dropMail(item.id))
            // A try that was under way then has ended once another mail was tried several times.
            let other = try await mail.enqueue()
            try await mail.tried(other, times: 3)
            let tries = mail.mailbox.tries[item.id.description]
            mail.mailbox.setFault(nil)
            try await mail.settle()
            #expect(mail.mailbox.taken.map(\.id) == [other.id.description])
            #expect(mail.mailbox.tries[item.id.description] == tries)
            #expect(try await !world.auth.store.dropMail(item.id))
        }
    }

    @Test func whatEndedLongAgoIsForgottenAndWhatWaitsIsNot() async throws {
        try await withMail { world, mail in
            try await mail.enqueue()
            try await mail.settle()
            mail.mailbox.setFault { _, _ in MailFailure(.transient, "nobody answers") }
            try await mail.enqueue()
            let store = world.auth.store
            try await store.sweep(ObsoleteRows.mail, before: 0)
            #expect(try await world.auth.count("mail") == 2)
            try await store.sweep(ObsoleteRows.mail, before: .max)
            #expect(try await world.auth.count("mail", where: "state = 'pending'") == 1)
            #expect(try await world.auth.count("mail") == 1)
        }
    }

    @Test func aTestMailArrives() async throws {
        try await withMail { world, mail in
            let address = try EmailAddress("anna@example.com")
            let id = try mail.ids.next()
            try await mail.outbox.enqueueTest(
                to: address, locale: "de-AT", id: id, now: id.milliseconds)
            try await mail.settle()
            #expect(mail.mailbox.taken.map(\.subject.text) == ["Testnachricht von Rollcall"])
        }
    }

    @Test func withoutAServerMailsLieInTheSpool() async throws {
        try await withAuth { world in
            try await withDirectory { directory in
                let spool = try SpoolSender(directory: directory.path + "/spool")
                let outbox = MailOutbox(
                    store: world.auth.store,
                    renderer: MailRenderer(
                        delivery: try .test(to: spool),
                        secrets: ChallengeSecrets(secret: Secret(Array(repeating: 7, count: 32)))),
                    clock: world.clock.now, logger: world.log.logger)
                let work = Task { await outbox.run() }
                let id = try UUIDv7Generator(clock: world.clock.now).next()
                try await outbox.enqueueTest(
                    to: EmailAddress("anna@example.com"), locale: "", id: id,
                    now: world.clock.now())
                let sent = { try FileManager.default.contentsOfDirectory(atPath: spool.directory) }
                try await eventually { try sent().contains { $0.hasSuffix(".eml") } }
                #expect(try sent() == ["\(id.description).eml"])
                work.cancel()
                await work.value
            }
        }
    }
}
