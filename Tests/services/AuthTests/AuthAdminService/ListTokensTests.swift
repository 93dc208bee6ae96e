import RollcallAPI
import RollcallRPC
import TestLists
import Testing

@testable import Auth

@Suite struct ListTokensTests {
    @Test func eachListOfAuthRefusesTokensThatAreNotItsOwn() async throws {
        try await withBans { world in
            let admin = try await world.newAdmin("anna")
            try await world.auth.settle()
            world.profile.setFault { step, _ in
                if step == .confirm { throw RPCError(.unavailable, "as the test wants it") }
            }
            for name in ["ben", "carl", "dora"] {
                _ = try await world.newUser(name)
                await world.failToSignIn("\(name)@example.com", times: 3)
            }
            try await world.presenceIsTold()
            _ = try await world.deadMails(3)
            for name in ["mail", "games", "shop"] {
                _ = try await world.asOperator.addService(AddServiceRequest(name: name))
            }
            var trial = ListTrial()
            trial.add(
                "AuthAdminService",
                reader: ListCaller(world.auth.operatorConnection, CallOptions()),
                other: ListCaller(world.auth.connection, try .bearer(admin.tokens)),
                filters: [
                    "ListMail": (
                        ["state": .string("MAIL_STATE_DEAD")], ["state": .string("MAIL_STATE_SENT")]
                    )
                ])
            #expect(trial.count == 5)
            try await trial.run { world.clock.advance(.seconds(86_400)) }
            #expect(trial.failures == [])
        }
    }
}
