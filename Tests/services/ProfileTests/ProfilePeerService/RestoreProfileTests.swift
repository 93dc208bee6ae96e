import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestServers
import Testing

@testable import Profile

@Suite(.serialized) struct RestoreProfileTests {
    @Test func theNameOfTheSignUpIsGivenBackIfItIsFree() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try server.stranger()
            for _ in 0..<2 { try await server.service.restore(anna.id, wanting: "Anna") }
            #expect(try await anna.profile(of: anna.id)?.displayName == "Anna")
            // Also when it is held for her.
            let berta = try server.stranger()
            try await server.service.hold("berta", for: berta.id)
            try await server.service.restore(berta.id, wanting: "other")
            #expect(try await berta.profile(of: berta.id)?.displayName == "berta")
        }
    }

    @Test func aGeneratedNameMayBeChangedAtOnceAndIsFreeAgain() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            _ = try await server.user(named: "anna")
            for wanted in ["anna", "no name", ""] {
                let user = try server.stranger()
                try await server.service.restore(user.id, wanting: wanted)
                let given = try #require(try await user.profile(of: user.id))
                #expect(given.displayName.hasPrefix("user_"))
                // A user of before, who has given up as many names as is allowed.
                for number in 0..<ProfileStore.quarantineLimit {
                    try await server.quarantine("gone_\(wanted.count)_\(number)", of: user)
                }
                let name = "chosen_\(wanted.count)"
                #expect(try await user.rename(to: name)?.displayName == name)
                let answer = try await server.anyone.checkDisplayName(
                    .init(displayName: given.displayName))
                #expect(answer.isAvailable)
                // What was chosen counts like any other.
                let error = try await failure { _ = try await user.rename(to: name + "_2") }
                #expect(error.is(.resourceExhausted, .renamedTooOften))
            }
        }
    }

    @Test func whoWasErasedStaysErased() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            try await server.service.erase(anna.id)
            let error = try await failure {
                try await server.service.restore(anna.id, wanting: "berta")
            }
            #expect(error.is(.notFound, .profileNotFound))
            #expect(try await server.count("profile") == 0)
        }
    }
}

extension ProfileServer {
    fileprivate func quarantine(_ name: String, of user: Person) async throws {
        let (id, now) = (try #require(UUIDv7(user.id)), clock.now())
        _ = try await store.write { try $0.quarantine(name, of: id, now: now) }
    }
}
