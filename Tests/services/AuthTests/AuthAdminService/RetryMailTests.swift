import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

@Suite struct RetryMailTests {
    @Test func aMailThatWasGivenUpIsTriedAgain() async throws {
        try await withAuth { world in
            let id = try #require(try await world.deadMails(1).first)
            _ = try await world.asOperator.retryMail(RetryMailRequest(mailID: id))
            #expect(try await world.mails(in: .dead).isEmpty)
        }
    }

    @Test func aMailThatDoesNotExistIsNotFound() async throws {
        try await withAuth { world in
            let unknown = try UUIDv7Generator(clock: world.clock.now).next().description
            for id in [unknown, "x", ""] {
                let error = await failure {
                    try await world.asOperator.retryMail(RetryMailRequest(mailID: id))
                }
                #expect(error?.code == .notFound && error?.reasons == [.mailNotFound])
            }
        }
    }
}
