import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Profile

@Suite(.serialized) struct SetDisplayNameTests {
    @Test func anAdministratorGivesWhatUsersCannotChoose() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.namelessUser()
            // A reserved word, by the name of now; in another case of its letters later.
            #expect(
                try await server.operator.setName(of: .displayName("ANNA"), to: "support")
                    == anna.id)
            #expect(try await anna.rename(to: "Support")?.displayName == "Support")
            // A name that somebody else may take back, until somebody has it.
            server.clock.advance(1000)
            _ = try await server.operator.setName(
                of: .userID(berta.id), to: "Anna", because: "hers since 2011")
            let history = try await server.operator.history(of: "ANNA")
            #expect(history.quarantineEndsAtMs == 0)
            #expect(
                history.tenures.map(\.number) == [2, 1]
                    && history.tenures.map(\.userID) == [berta.id, anna.id])
            #expect(
                history.tenures[0]
                    == NameTenure(
                        number: 2, userID: berta.id, displayName: "Anna",
                        beganAtMs: server.clock.now(),
                        givenReason: "hers since 2011"))
            #expect(history.tenures[1].takenReason == "as the test wants it")
            let back = try await failure { _ = try await anna.rename(to: "anna") }
            #expect(back.is(.alreadyExists, .displayNameTaken))
        }
    }

    @Test func aNameOfSomebodyElseIsNotGivenAndWhatHappenedNotUndone() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "bill")
            let berta = try await server.namelessUser()
            try await server.service.hold("held", for: server.stranger().id)
            for name in ["Bill", "bi11", "held"] {
                let error = try await failure {
                    _ = try await server.operator.setName(of: .userID(berta.id), to: name)
                }
                #expect(error.is(.alreadyExists, .displayNameTaken))
            }
            let both = try await failure {
                _ = try await server.operator.setName(of: .userID(berta.id), to: ".b")
            }
            #expect(
                both.is(.invalidArgument, .displayNameTooShort, .displayNameLeadingPeriod))
            #expect(try await anna.profile(of: anna.id)?.displayName == "bill")
            #expect(try await server.count("nameHistory") == 0)
        }
    }
}
