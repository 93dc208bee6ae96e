import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@Suite(.serialized) struct GetProfileTests {
    @Test func aProfileIsFoundByIdAndByNameInAnyCase() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "Anna.K")
            let berta = try await server.user(named: "berta")
            let profile = try await anna.profile(of: anna.id)?.asOthersSeeIt
            #expect(profile?.displayName == "Anna.K")
            #expect(try await berta.profile(of: anna.id) == profile)
            #expect(try await berta.profile(of: anna.id.uppercased()) == profile)
            for name in ["Anna.K", "anna.k", "ANNA.K"] {
                #expect(try await berta.profile(named: name) == profile)
            }
        }
    }

    @Test func aProfileHasTheFieldsThatWereAskedFor() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            try await anna.update(.changing(bio: "bio", location: "Bern"))
            func get(_ fields: [ProfileField]) async throws -> Profile? {
                try await anna.profiles.getProfile(
                    GetProfileRequest(user: .id(anna.id), fields: fields),
                    options: anna.options()
                ).profile
            }
            let bio = try await get([.bio])
            #expect(bio?.bio == "bio" && bio?.location == "" && bio?.displayName == "")
            #expect(bio?.userID == anna.id && bio?.revision == 2)
            let all = try await get([.links, .location, .pronouns, .bio, .photo, .displayName])
            #expect(try await get([]) == all && all?.location == "Bern")
            for fields: [ProfileField] in [[.unspecified], [.unrecognized(9)], [.bio, .bio]] {
                let error = try await failure { _ = try await get(fields) }
                #expect(error.is(.invalidArgument, .fieldMalformed))
                let path = "fields[\(fields.count - 1)]"
                #expect(error.detail(ErrorInfo.self)?.violations.map(\.field) == [path])
            }
        }
    }

    @Test func aNameThatIsOnlyHeldHasNoProfileForOthers() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let (anna, berta) = try (server.stranger(), server.stranger())
            try await server.service.hold("anna", for: anna.id)
            for key in [UserKey.id(anna.id), .name("anna")] {
                let error = try await failure { _ = try await berta.get(key) }
                #expect(error.is(.notFound, .profileNotFound))
            }
        }
    }

    @Test func aNameThatBreaksRulesHasNoProfile() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try server.stranger()
            for name in ["", "..", "' OR 1=1 --", "%", "аnna"] {
                let error = try await failure { _ = try await anna.profile(named: name) }
                #expect(error.is(.notFound, .profileNotFound))
            }
        }
    }

    @Test func aRequestWithoutAKeyIsRefused() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try server.stranger()
            let error = try await failure { _ = try await anna.get(nil) }
            #expect(error.is(.invalidArgument, .fieldMissing))
            let malformed = try await failure { _ = try await anna.profile(of: "../anna") }
            #expect(malformed.is(.invalidArgument, .fieldMalformed))
        }
    }
}
