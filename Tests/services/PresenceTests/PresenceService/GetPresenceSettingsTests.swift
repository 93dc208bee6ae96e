import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Presence

@Suite(.withEachLeaseEngine) struct GetPresenceSettingsTests {
    @Test func aUserWhoHasSetNothingIsShownToEveryone() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            #expect(try await anna.visibility() == .everyone)
        }
    }

    @Test(arguments: [PresenceVisibility.coarse, .nobody, .everyone])
    func theAnswerIsWhatTheCallerHasSetLast(visibility: PresenceVisibility) async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            for set in [PresenceVisibility.nobody, visibility] { try await anna.show(set) }
            #expect(try await anna.visibility() == visibility)
            #expect(try await berta.visibility() == .everyone)
        }
    }

    @Test func itNeedsAToken() async throws {
        try await withPresenceServer { server in
            let error = try await failure {
                _ = try await server.service.getPresenceSettings(GetPresenceSettingsRequest())
            }
            #expect(error.code == .unauthenticated)
        }
    }
}
