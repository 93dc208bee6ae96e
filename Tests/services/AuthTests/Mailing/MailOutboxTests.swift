import Mail
import MetricsTestKit
import RollcallCrypto
import Synchronization
import TestSupport
import Testing

@testable import Auth

@Suite struct MailOutboxTests {
    @Test func aMailIsSentWhenWhatItTellsOfIsCommitted() async throws {
        try await withMail { world, mail in
            let item = try await mail.enqueue(.resetPassword)
            try await mail.settle()
            let message = try #require(mail.mailbox.taken.first)
            let challenge = try #require(item.challenge)
            #expect(message.id == item.id.description)
            #expect(message.recipient.text == "anna@example.com")
            #expect(message.text.contains(try mail.secrets.code(of: challenge).digits))
            let token = try mail.secrets.linkToken(of: challenge).text
            #expect(message.text.contains("https://example.org/account/reset-password#\(token)\n"))
            #expect(mail.mailbox.taken.count == 1)
            #expect(try await mail.list(.sent).map(\.attempts) == [1])
        }
    }

    /// As on a full disk.
    @Test func aMailOfWhichNothingCanBeWrittenDownIsSentOnce() async throws {
        try await withMail { world, mail in
            try await world.auth.store.refuseUpdates(of: "mail")
            try await mail.enqueue()
            let failures = {
                world.log.text.components(separatedBy: "cannot be written down").count
            }
            try await eventually { failures() > 2 }
            try await world.auth.store.refuseNothing()
            try await mail.settle()
            #expect(mail.mailbox.taken.count == 1)
            #expect(try await mail.list(.sent).map(\.attempts) == [1])
        }
    }

    /// A server can say what it likes: here one letter with more accents than the column takes.
    @Test func aMailWhoseErrorIsOfCombiningCharactersIsTriedAgain() async throws {
        try await withMail { world, mail in
            let error = "a\0" + String(repeating: "\u{301}", count: 2_000)
            mail.mailbox.setFault { _, tries in
                tries < 1 ? MailFailure(.transient, status: 451, error) : nil
            }
            try await mail.enqueue(.verifyAddress)
            try await mail.settle()
            #expect(try await mail.list(.sent).map(\.attempts) == [2])
        }
    }

    @Test func whatIsRefusedForNowIsTriedAgainAsTheSameMail() async throws {
        try await withMail { world, mail in
            let messages = Mutex<[MailMessage]>([])
            mail.mailbox.setFault { message, tries in
                messages.withLock { $0.append(message) }
                return tries < 4 ? MailFailure(.transient, status: 451, "later") : nil
            }
            try await mail.enqueue(.verifyAddress)
            try await mail.settle()
            #expect(mail.mailbox.taken.count == 1)
            #expect(messages.withLock { $0.count } == 5)
            #expect(Set(messages.withLock { $0.map(\.encoded) }).count == 1)
        }
    }

    @Test func whatIsRefusedForGoodIsTriedOnceAndSaysWhyToTheOperatorAlone() async throws {
        try await withMail { world, mail in
            mail.mailbox.setFault { message, _ in
                guard message.recipient.text == "nobody@example.com" else { return nil }
                return MailFailure(
                    .permanent, status: 550, reason: "the server refuses RCPT 550 5.1.1",
                    "550 <nobody@example.com>: unknown")
            }
            try await mail.enqueue(to: "nobody@example.com")
            try await mail.enqueue()
            try await mail.settle()
            let dead = try await mail.list(.dead)
            #expect(dead.map(\.lastError) == ["550 <nobody@example.com>: unknown"])
            #expect(dead.map(\.attempts) == [1])
            #expect(mail.mailbox.taken.map(\.recipient.text) == ["anna@example.com"])
            #expect(world.log.text.contains("a mail was given up"))
            #expect(world.log.text.contains("the server refuses RCPT 550 5.1.1"))
            #expect(!world.log.text.contains("nobody@example.com"))
        }
    }

    @Test func aMailIsNotSentWhenItIsOfNoUseAnyMore() async throws {
        try await withAuth { world in
            let mail = try RunningOutbox(world, clock: world.clock.now)
            mail.mailbox.setFault { _, _ in MailFailure(.transient, "nobody answers") }
            let hour = world.clock.now() + 3_600_000
            try await mail.enqueue(.verifyAddress, expiresAtMs: hour)
            try await eventually { !mail.mailbox.tries.isEmpty }
            mail.mailbox.setFault(nil)
            world.clock.advance(.seconds(3601))
            mail.outbox.queue.resume()
            try await mail.settle()
            #expect(mail.mailbox.taken.isEmpty)
            #expect(try await mail.list(.dead).map(\.lastError) == ["nobody answers"])
            await mail.stop()
        }
    }

    @Test func whatWaitsIsSentAfterARestart() async throws {
        try await withPresentAuth { world in
            let first = try RunningOutbox(world)
            first.mailbox.setFault { _, _ in MailFailure(.transient, "nobody answers") }
            var ids: Set<String> = []
            for _ in 0..<10 { ids.insert(try await first.enqueue().id.description) }
            await first.stop()
            try await world.stop()
            try await world.start()
            let second = try RunningOutbox(world)
            try await second.settle()
            #expect(Set(second.mailbox.taken.map(\.id)) == ids)
            #expect(second.mailbox.taken.count == 10)
            await second.stop()
        }
    }

    /// The file as it is while the mail is under way is all that the next Auth has.
    @Test func aMailThatWasUnderWayAtACrashIsSentAgainAsTheSame() async throws {
        try await withPresentAuth { world in
            let first = try RunningOutbox(world)
            let copy = Mutex<String?>(nil)
            first.mailbox.setFault { _, _ in
                copy.withLock { $0 = try? world.copy() }
                return nil
            }
            try await first.enqueue(.resetPassword)
            try await first.settle()
            await first.stop()
            try await world.stop()
            try await world.start(path: copy.withLock { $0 })
            let second = try RunningOutbox(world)
            try await second.settle()
            #expect(first.mailbox.taken.count == 1)
            #expect(first.mailbox.taken == second.mailbox.taken)
            await second.stop()
        }
    }

    @Test func aServerThatDoesNotAnswerIsNotAskedOnceForEachMail() async throws {
        try await withPresentAuth { world in
            let metrics = TestMetrics()
            let mail = try RunningOutbox(world, metrics: metrics)
            mail.mailbox.setFault { _, _ in MailFailure(.configuration, status: 535, "no") }
            for _ in 0..<100 { try await mail.enqueue() }
            try await eventually { mail.mailbox.tries.count >= MailOutbox.concurrency }
            #expect(mail.mailbox.tries.count < 100)
            mail.mailbox.setFault(nil)
            try await mail.settle()
            #expect(mail.mailbox.taken.count == 100)
            let pending = try metrics.expectMeter("auth.mail.pending")
            try await eventually { pending.lastValue == 0 }
            #expect(pending.values.contains { $0 > Double(MailOutbox.concurrency) })
            await mail.stop()
            let counts = try ["queued", "sent", "dead"].map {
                try metrics.expectCounter("auth.mail", [("state", $0)]).totalValue
            }
            #expect(counts == [100, 100, 0])
        }
    }

    /// Each mail meets failures that were drawn before; what becomes of it follows from them.
    @Test func everyMailEndsAsItsServerDecides() async throws {
        try await withMail { world, mail in
            let outcomes: [MailFailure?] = [
                nil, MailFailure(.permanent, status: 550, "no"),
                MailFailure(.transient, status: 451, "later"), MailFailure(.transient, "away"),
                MailFailure(.configuration, status: 535, "login"),
            ]
            let scripts = (0..<60).map { _ in
                (0..<4).map { _ in outcomes.randomElement() ?? nil } + [nil]
            }
            var expected: [String: Int] = [:]
            let byID = Mutex<[String: [MailFailure?]]>([:])
            mail.mailbox.setFault { message, tries in
                byID.withLock { $0[message.id]?[tries] } ?? nil
            }
            for script in scripts {
                let id = try mail.ids.next()
                byID.withLock { $0[id.description] = script }
                let end = script.firstIndex { $0 == nil || $0?.kind == .permanent } ?? 0
                expected[id.description] = script[end] == nil ? end + 1 : -(end + 1)
                let item = MailItem(
                    id: id, kind: .test, account: nil, recipient: "a@b.c", locale: "")
                let now = id.milliseconds
                try await world.auth.store.queue(item, now: now)
            }
            try await mail.settle()
            var found: [String: Int] = [:]
            for sent in try await mail.list(.sent) { found[sent.id.description] = sent.attempts }
            for dead in try await mail.list(.dead) { found[dead.id.description] = -dead.attempts }
            #expect(found == expected)
            #expect(mail.mailbox.taken.count == expected.values.count { $0 > 0 })
            #expect(mail.mailbox.tries == expected.mapValues(abs))
        }
    }
}
