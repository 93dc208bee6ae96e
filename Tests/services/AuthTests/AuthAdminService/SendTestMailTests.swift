import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct SendTestMailTests {
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
