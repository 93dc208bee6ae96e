import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestServers
import TestSupport
import Testing

@testable import Profile

/// Display names that administrators set and take away. `DisplayNameModelTests` has the orders in
/// which that happens beside all else.
@Suite(.serialized) struct NameAdministrationTests {
    @Test func aUserAndAReasonAreNamed() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let keys: [(UserKey.Key?, StatusCode, Reason)] = [
                (nil, .invalidArgument, .fieldMissing),
                (.userID(""), .invalidArgument, .fieldMissing),
                (.userID("x"), .invalidArgument, .fieldMalformed),
                (.userID(try server.stranger().id), .notFound, .profileNotFound),
                (.displayName("nobody"), .notFound, .profileNotFound),
                (.displayName("no name"), .notFound, .profileNotFound),
            ]
            for (key, code, reason) in keys {
                for call in [
                    { try await server.operator.setName(of: key, to: "berta") },
                    { try await server.operator.removeName(of: key) },
                ] {
                    let error = try await failure { _ = try await call() }
                    #expect(error.is(code, reason))
                }
            }
            for (text, reason) in [("", Reason.fieldMissing), ("a\nb", .fieldMalformed)] {
                let error = try await failure {
                    _ = try await server.operator.removeName(of: .userID(anna.id), because: text)
                }
                #expect(error.is(.invalidArgument, reason))
            }
            let calls: [() async throws -> Void] = [
                { _ = try await anna.setName(of: .userID(anna.id), to: "admin") },
                { _ = try await anna.removeName(of: .userID(anna.id)) },
                { _ = try await anna.history(of: "anna") },
            ]
            for call in calls { #expect(try await failure(of: call).code == .permissionDenied) }
        }
    }
}
