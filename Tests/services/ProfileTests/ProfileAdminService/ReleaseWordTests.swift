import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Profile

@Suite(.serialized) struct ReleaseWordTests {
    @Test func whatIsReleasedIsAnyonesAgain() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            for (word, name) in [("boss", "Boss"), ("admin", "adm1n")] {
                try await server.operator.reserveWord(word)
                #expect(try await !anna.check(name).isAvailable)
                // Another spelling of the same word.
                let released = try await server.operator.releaseWord(name)
                #expect(released?.isReserved == false)
                #expect(try await anna.check(name).isAvailable)
                #expect(try await anna.rename(to: name)?.displayName == name)
                try await server.operator.reserveWord(word)
                #expect(
                    try await server.anyone.checkDisplayName(
                        .init(displayName: name)
                    ).reasons == [.displayNameReserved])
            }
        }
    }
}
