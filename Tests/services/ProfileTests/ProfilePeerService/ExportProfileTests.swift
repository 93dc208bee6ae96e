import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Profile

@Suite(.serialized) struct ExportProfileTests {
    @Test func aProfileIsExportedWithItsPhoto() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            _ = try await anna.upload(TestPhoto.made(1))
            let export = try await server.service.export(anna.id)
            #expect(try await anna.profile(of: anna.id) == export.profile)
            let photo = try await anna.download(anna.id)
            #expect(export.photo == photo.chunks.flatMap(\.self))
            #expect(export.photo.count == Int(photo.photo?.size ?? 0))
        }
    }

    @Test func aProfileWithoutAPhotoIsExportedAlone() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let export = try await server.service.export(anna.id)
            #expect(export.profile?.displayName == "anna" && export.profile?.photo == nil)
            #expect(export.photo == [])
        }
    }

    @Test func aNameThatIsOnlyHeldIsExportedAlone() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try server.stranger()
            try await server.service.hold("anna", for: anna.id)
            let export = try await server.service.export(anna.id)
            #expect(
                export.profile?.asOthersSeeIt == Profile(userID: anna.id, displayName: "anna"))
            #expect(export.photo == [])
        }
    }

    @Test func whoHasNoProfileHasNoExport() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            _ = try await server.service.erase(anna.id)
            for id in [anna.id, try server.stranger().id] {
                let error = try await failure { _ = try await server.service.export(id) }
                #expect(error.is(.notFound, .profileNotFound))
            }
        }
    }
}
