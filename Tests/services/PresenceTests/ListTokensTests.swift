import RollcallAPI
import RollcallRPC
import TestLists
import TestServers
import Testing

@Suite struct ListTokensTests {
    @Test func eachListOfPresenceRefusesTokensThatAreNotItsOwn() async throws {
        try await withPresenceServer { server in
            for _ in 0..<5 { _ = try await server.user().goOnline("phone") }
            await server.write()
            var metadata = Metadata()
            try metadata.add("caller", text: "operator")
            var trial = ListTrial()
            trial.add(
                "PresencePeerService",
                reader: ListCaller(server.connection, try server.asService),
                other: ListCaller(server.connection, CallOptions(metadata: metadata)))
            #expect(trial.count == 1)
            try await trial.run { server.clock.advance(86_400_000) }
            #expect(trial.failures == [])
        }
    }
}
