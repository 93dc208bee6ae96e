import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct DropMailTests {
    @Test func aMailThatIsDroppedIsGone() async throws {
        try await withAuth { world in
            let id = try #require(try await world.deadMails(1).first)
            _ = try await world.asOperator.dropMail(DropMailRequest(mailID: id))
            #expect(try await world.mails(in: .dead).isEmpty)
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
}
