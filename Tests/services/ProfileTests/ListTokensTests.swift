import RollcallAPI
import RollcallRPC
import TestLists
import TestServers
import Testing

@Suite(.serialized) struct ListTokensTests {
    @Test func eachListOfProfileRefusesTokensThatAreNotItsOwn() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let viewer = try await server.user(named: "viewer")
            for (number, name) in ["anna", "annb", "annc"].enumerated() {
                let user = try await server.user(named: name)
                try await viewer.report(.userID(user.id))
                _ = try await user.upload(TestPhoto.made(UInt8(number + 1)))
                try await server.operator.takeDown([.photo], of: .userID(user.id))
            }
            for name in ["berta", "bertb", "bertc"] {
                try await viewer.block(.userID(server.user(named: name).id))
            }
            func caller(_ person: Person) throws -> ListCaller {
                ListCaller(server.connection, try person.options())
            }
            var trial = ListTrial()
            trial.add(
                "ProfileService", reader: try caller(viewer),
                other: try await caller(server.user(named: "other")),
                filters: [
                    "SearchProfiles": (["prefix": .string("ann")], ["prefix": .string("anna")])
                ])
            trial.add(
                "ProfileAdminService", reader: try caller(server.operator),
                other: try caller(Person(server, "admin \(viewer.id)")),
                filters: [
                    "GetNameHistory": (
                        ["displayName": .string("anna")], ["displayName": .string("annb")]
                    )
                ])
            trial.add(
                "ProfilePeerService", reader: try caller(server.service),
                other: try caller(server.operator))
            #expect(trial.count == 8)
            try await trial.run { server.clock.advance(86_400_000) }
            #expect(trial.failures == [])
        }
    }
}
