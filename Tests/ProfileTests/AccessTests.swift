import RollcallAPI
import RollcallRPC
import Testing

@Suite(.serialized) struct AccessTests {
    @Test func usersMayNotDoWhatIsForServices() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let calls: [() async throws -> Void] = [
                { try await anna.hold("other", for: anna.id) },
                { try await anna.confirm(anna.id) },
                { try await anna.release(anna.id) },
                { _ = try await anna.resolve("anna") },
            ]
            for call in calls { #expect(try await failure(of: call).code == .permissionDenied) }
        }
    }

    @Test func servicesMayNotDoWhatIsForUsers() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let service = server.service
            let calls: [() async throws -> Void] = [
                { _ = try await service.profile(of: anna.id) },
                { _ = try await service.rename(to: "other") },
                { _ = try await service.upload(TestPhoto.made(1)) },
                { _ = try await service.download(anna.id) },
                { try await service.deletePhoto() },
            ]
            for call in calls { #expect(try await failure(of: call).code == .permissionDenied) }
        }
    }

    @Test func whoIsNotSignedInMayOnlyCheckNames() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let nobody = Person(server, "nobody")
            let calls: [() async throws -> Void] = [
                { try await nobody.hold("other", for: "") },
                { _ = try await nobody.resolve("anna") },
                { _ = try await nobody.erase("") },
                { _ = try await nobody.export("") },
                { _ = try await nobody.profile(named: "anna") },
                { _ = try await nobody.rename(to: "other") },
                { _ = try await nobody.upload(TestPhoto.made(1)) },
                { _ = try await nobody.download("") },
                { try await nobody.deletePhoto() },
            ]
            for call in calls { #expect(try await failure(of: call).code == .unauthenticated) }
            let answer = try await server.anyone.checkDisplayName(.init(displayName: "anna"))
            #expect(answer.available)
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
