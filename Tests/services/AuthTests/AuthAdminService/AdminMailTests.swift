import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

/// What an administrator does with mails.
@Suite struct AdminMailTests {
    private func list(_ world: AuthServer, _ state: MailState) async throws -> [MailSummary] {
        var request = ListMailRequest(state: state, pageSize: 2)
        var mails: [MailSummary] = []
        repeat {
            let page = try await world.asOperator.listMail(request)
            mails += page.mails
            request.pageToken = page.nextPageToken
        } while !request.pageToken.isEmpty
        return mails
    }

    /// Mails that nobody sends, newest first.
    private func deadMails(_ world: AuthServer, _ count: Int) async throws -> [String] {
        let ids = UUIDv7Generator(clock: world.clock.now)
        var made: [String] = []
        for _ in 0..<count {
            let id = try ids.next()
            let now = world.clock.now()
            try await world.auth.store.queue(
                MailItem(
                    id: id, kind: .test, account: nil, recipient: "anna@example.com",
                    locale: "en"), now: now)
            try await world.auth.store.record(.dead(atMs: now, "no"), of: id)
            made.append(id.description)
        }
        return made.reversed()
    }

    @Test func mailsAreListedByTheirStateWithoutWhatIsInThem() async throws {
        try await withAuth { world in
            let ids = try await deadMails(world, 5)
            let mails = try await list(world, .dead)
            #expect(mails.map(\.mailID) == ids)
            #expect(mails.allSatisfy { $0.state == .dead && $0.lastError == "no" })
            #expect(mails.allSatisfy { $0.recipient == "anna@example.com" && $0.kind == "test" })
        }
    }

    @Test func aPageTokenIsForTheListOfItsState() async throws {
        try await withAuth { world in
            _ = try await deadMails(world, 3)
            let page = try await world.asOperator.listMail(
                ListMailRequest(state: .dead, pageSize: 1))
            for token in [page.nextPageToken, "AAAA"] {
                let error = await failure {
                    try await world.asOperator.listMail(
                        ListMailRequest(state: .sent, pageToken: token))
                }
                #expect(error?.reasons == [.pageTokenInvalid])
            }
            let error = await failure { try await world.asOperator.listMail(ListMailRequest()) }
            #expect(error?.reasons == [.fieldMissing])
        }
    }

    @Test func aMailThatWasGivenUpIsTriedAgain() async throws {
        try await withAuth { world in
            let id = try #require(try await deadMails(world, 1).first)
            _ = try await world.asOperator.retryMail(RetryMailRequest(mailID: id))
            #expect(try await list(world, .dead).isEmpty)
        }
    }

    @Test func aMailThatIsDroppedIsGone() async throws {
        try await withAuth { world in
            let id = try #require(try await deadMails(world, 1).first)
            _ = try await world.asOperator.dropMail(DropMailRequest(mailID: id))
            #expect(try await list(world, .dead).isEmpty)
            for id in [id, "x", ""] {
                let dropped = await failure {
                    try await world.asOperator.dropMail(DropMailRequest(mailID: id))
                }
                #expect(dropped?.code == .notFound && dropped?.reasons == [.mailNotFound])
                let retried = await failure {
                    try await world.asOperator.retryMail(RetryMailRequest(mailID: id))
                }
                #expect(retried?.reasons == [.mailNotFound])
            }
        }
    }

    @Test func aTestMailNeedsAnAddressAndALanguage() async throws {
        try await withAuth { world in
            let error = await failure {
                try await world.asOperator.sendTestMail(
                    SendTestMailRequest(email: "nobody", locale: "!"))
            }
            #expect(error?.reasons == [.emailMalformed, .fieldMalformed])
            // Nothing is configured here by which mail could leave.
            let valid = await failure {
                try await world.asOperator.sendTestMail(
                    SendTestMailRequest(email: "anna@example.com", locale: "de"))
            }
            #expect(valid?.code == .failedPrecondition)
        }
    }
}
