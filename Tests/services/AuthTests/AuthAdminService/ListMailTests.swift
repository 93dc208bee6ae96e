import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct ListMailTests {
    @Test func mailsAreListedByTheirStateWithoutWhatIsInThem() async throws {
        try await withAuth { world in
            let ids = try await world.deadMails(5)
            let mails = try await world.mails(in: .dead)
            #expect(mails.map(\.mailID) == ids)
            #expect(mails.allSatisfy { $0.state == .dead && $0.lastError == "no" })
            #expect(mails.allSatisfy { $0.recipient == "anna@example.com" && $0.kind == "test" })
        }
    }

    @Test func aListWithoutAStateIsRefused() async throws {
        try await withAuth { world in
            let error = await failure { try await world.asOperator.listMail(ListMailRequest()) }
            #expect(error?.reasons == [.fieldMissing])
        }
    }
}
