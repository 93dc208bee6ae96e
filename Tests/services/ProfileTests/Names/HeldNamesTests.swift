import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import TestServers
import Testing

@testable import Profile

/// Users whose account exists, though Profile was not told of it yet: their token says so.
@Suite(.serialized, .onEachEngine) struct HeldNamesTests {
    /// What a user does right after signing up.
    enum FirstCall: CaseIterable {
        case getByID, getByName, update, rename, upload, download
    }

    @Test(arguments: FirstCall.allCases)
    func theHoldersOwnCallMakesTheNameTheirs(call: FirstCall) async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try server.stranger()
            try await server.service.hold("Anna", for: anna.id)
            switch call {
            case .getByID: #expect(try await anna.profile(of: anna.id)?.displayName == "Anna")
            case .getByName: #expect(try await anna.profile(named: "anna")?.userID == anna.id)
            case .update:
                #expect(try await anna.update(.changing(visibilities: [])).displayName == "Anna")
            case .rename: #expect(try await anna.rename(to: "berta")?.displayName == "berta")
            case .upload: #expect(try await anna.upload(TestPhoto.made(1)).size > 0)
            case .download:
                let error = try await failure { _ = try await anna.download(anna.id) }
                #expect(error.is(.notFound, .photoNotFound))
            }
            // From now on for everybody; and what Auth says later changes nothing.
            let berta = try await server.user(named: "other")
            let before = try await berta.profile(of: anna.id)
            #expect(before?.createdAtMs == server.clock.now())
            server.clock.advance(1000)
            try await server.service.confirm(anna.id)
            try await server.service.release(anna.id)
            #expect(try await berta.profile(of: anna.id) == before)
        }
    }

    @Test func forOthersAHeldNameHasNoProfile() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try server.stranger()
            try await server.service.hold("anna", for: anna.id)
            let berta = try await server.user(named: "berta")
            // One who holds a name proves nothing about another's.
            let clara = try server.stranger()
            try await server.service.hold("clara", for: clara.id)
            for other in [berta, clara] {
                for key in [UserKey.id(anna.id), .name("anna")] {
                    let error = try await failure { _ = try await other.get(key) }
                    #expect(error.is(.notFound, .profileNotFound))
                }
                let error = try await failure { _ = try await other.download(anna.id) }
                #expect(error.is(.notFound, .profileNotFound))
            }
            #expect(try await server.names()[anna.id]?.isConfirmed == false)
        }
    }

    @Test func whoHoldsNothingHasNoProfile() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try server.stranger()
            try await server.service.hold("anna", for: anna.id)
            try await server.service.release(anna.id)
            let error = try await failure { _ = try await anna.profile(of: anna.id) }
            #expect(error.is(.notFound, .profileNotFound))
            #expect(try await server.count("profile") == 0)
        }
    }
}
