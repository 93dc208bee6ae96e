import RollcallAPI
import RollcallRPC
import TestSupport
import Testing

@Suite(.serialized) struct DeletePhotoTests {
    @Test func aDeletedPhotoIsGoneFromTheDisk() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            _ = try await anna.upload(TestPhoto.made(1))
            server.clock.advance(100)
            try await anna.deletePhoto()
            let profile = try await anna.profile(of: anna.id)
            #expect(profile?.photo == nil && profile?.updatedAtMs == server.clock.now())
            try await eventually { try await server.stored.ids().isEmpty }
            try await eventually { try await server.count("garbage") == 0 }
            #expect(try await server.count("photo") == 0)
        }
    }

    @Test func withoutAPhotoItIsNoError() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let before = try await anna.profile(of: anna.id)
            server.clock.advance(100)
            try await anna.deletePhoto()
            #expect(try await anna.profile(of: anna.id) == before)
            try await server.stranger().deletePhoto()
        }
    }
}
