import RollcallAPI
import RollcallRPC
import Storage
import TestServers
import Testing

@testable import Profile

/// Words that administrators reserve and release.
@Suite(.serialized) struct ReservedWordsTests {
    @Test(arguments: ["", "an na", "ä", "..", "_", String(repeating: "a", count: 31)])
    func whatIsNoWordIsRefused(_ word: String) async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let reason: Reason = word.isEmpty ? .fieldMissing : .fieldMalformed
            let calls: [() async throws -> Void] = [
                { try await server.operator.reserveWord(word) },
                { try await server.operator.releaseWord(word) },
            ]
            for call in calls {
                let error = try await failure(of: call)
                #expect(error.is(.invalidArgument, reason))
            }
        }
    }

    @Test func onlyAdministratorsAndTheOperatorDecide() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let others: [(Person, StatusCode)] = [
                (anna, .permissionDenied), (server.service, .permissionDenied),
                (Person(server, "nobody"), .unauthenticated),
            ]
            for (other, code) in others {
                let calls: [() async throws -> Void] = [
                    { try await other.reserveWord("boss") },
                    { try await other.releaseWord("admin") },
                    { _ = try await other.words() },
                ]
                for call in calls { #expect(try await failure(of: call).code == code) }
            }
            #expect(try await server.count("reservedWord") == 0)
            try await Person(server, "admin \(anna.id)").reserveWord("boss")
            #expect(try await server.count("reservedWord") == 1)
        }
    }
}
