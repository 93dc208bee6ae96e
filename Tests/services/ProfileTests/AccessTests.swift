import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@Suite(.serialized) struct AccessTests {
    @Test func neitherUsersNorOtherServicesMayDoWhatIsForAuth() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            for other in [anna, Person(server, "service games"), Person(server, "service local")] {
                let calls: [() async throws -> Void] = [
                    { try await other.hold("other", for: anna.id) },
                    { try await other.confirm(anna.id) },
                    { try await other.release(anna.id) },
                    { _ = try await other.resolve("anna") },
                    { _ = try await other.names(of: [anna.id]) },
                    { _ = try await other.erase(anna.id) },
                    { _ = try await other.export(anna.id) },
                    { _ = try await other.list(ListProfilesRequest()) },
                    { try await other.restore(anna.id) },
                ]
                for call in calls {
                    #expect(try await failure(of: call).code == .permissionDenied)
                }
            }
            #expect(try await anna.profile(named: "anna")?.userID == anna.id)
        }
    }

    @Test func servicesMayNotDoWhatIsForUsers() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let service = server.service
            let calls: [() async throws -> Void] = [
                { _ = try await service.rename(to: "other") },
                { _ = try await service.batch([.userID(anna.id)]) },
                { try await service.block(.userID(anna.id)) },
                { try await service.unblock(.userID(anna.id)) },
                { _ = try await service.blocked() },
                { try await service.report(.userID(anna.id)) },
                { _ = try await service.search("anna") },
                { _ = try await service.upload(TestPhoto.made(1)) },
                { _ = try await service.download(anna.id) },
                { try await service.deletePhoto() },
            ]
            for call in calls { #expect(try await failure(of: call).code == .permissionDenied) }
        }
    }

    @Test func whoIsNotSignedInMayOnlyCheckNamesAndReadProfiles() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let nobody = Person(server, "nobody")
            let calls: [() async throws -> Void] = [
                { try await nobody.hold("other", for: "") },
                { _ = try await nobody.resolve("anna") },
                { _ = try await nobody.names(of: []) },
                { _ = try await nobody.erase("") },
                { _ = try await nobody.export("") },
                { _ = try await nobody.rename(to: "other") },
                { _ = try await nobody.batch([]) },
                { try await nobody.block(nil) },
                { try await nobody.unblock(nil) },
                { _ = try await nobody.blocked() },
                { try await nobody.report(nil) },
                { _ = try await nobody.reports() },
                { _ = try await nobody.search("anna") },
                { _ = try await nobody.upload(TestPhoto.made(1)) },
                { _ = try await nobody.download("") },
                { try await nobody.deletePhoto() },
            ]
            for call in calls { #expect(try await failure(of: call).code == .unauthenticated) }
            let answer = try await server.anyone.checkDisplayName(.init(displayName: "anna"))
            #expect(answer.isAvailable)
        }
    }

    @Test func aTokenThatNamesNoUserIsRefused() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let odd = Person(server, "user ../anna")
            let error = try await failure { _ = try await odd.rename(to: "other") }
            #expect(error.is(.unauthenticated, .accessTokenInvalid))
        }
    }
}
