import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import TestServers
import Testing

@Suite(.serialized, .onEachEngine) struct SetProfileFrozenTests {
    @Test func nobodySeesOrUsesOrGetsWhatIsFrozenUntilItIsSoNoMore() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            _ = try await anna.upload(TestPhoto.made(1))
            let before = try await anna.profile(of: anna.id)?.asOthersSeeIt
            let berta = try await server.user(named: "berta")
            for _ in 0..<2 { try await server.service.setFrozen(anna.id, true) }
            for person in [anna, berta] {
                let calls: [() async throws -> Void] = [
                    { _ = try await person.profile(of: anna.id) },
                    { _ = try await person.profile(named: "anna") },
                    { _ = try await person.download(anna.id) },
                ]
                for call in calls {
                    #expect(try await failure(of: call).is(.notFound, .profileNotFound))
                }
            }
            let own: [() async throws -> Void] = [
                { _ = try await anna.rename(to: "clara") },
                { _ = try await anna.upload(TestPhoto.made(2)) },
            ]
            for call in own {
                #expect(try await failure(of: call).is(.notFound, .profileNotFound))
            }
            try await anna.deletePhoto()
            let taken = try await failure { _ = try await berta.rename(to: "anna") }
            #expect(taken.is(.alreadyExists, .displayNameTaken))
            for _ in 0..<2 { try await server.service.setFrozen(anna.id, false) }
            #expect(try await berta.profile(named: "anna") == before)
            #expect(try await berta.download(anna.id).photo == before?.photo)
        }
    }

    @Test func aHeldNameThatIsFrozenIsConfirmedByAuthAlone() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try server.stranger()
            try await server.service.hold("anna", for: anna.id)
            try await server.service.setFrozen(anna.id, true)
            let error = try await failure { _ = try await anna.profile(of: anna.id) }
            #expect(error.is(.notFound, .profileNotFound))
            try await server.service.confirm(anna.id)
            #expect(try await anna.profile(of: anna.id)?.displayName == "anna")
        }
    }

    @Test func whoHasNoNameIsNoError() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try server.stranger()
            for isFrozen in [true, false] { try await server.service.setFrozen(anna.id, isFrozen) }
            try await server.service.hold("anna", for: anna.id)
            try await server.service.confirm(anna.id)
            #expect(try await anna.profile(of: anna.id) != nil)
        }
    }
}
