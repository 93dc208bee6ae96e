import RollcallAPI
import Testing

@Suite(.withEachLeaseEngine) struct ExportPresenceTests {
    @Test func whatIsKnownOfAUserIsExported() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            try await anna.goOnline("phone", lease: 10_000, as: .away)
            let export = try await server.peers.exportPresence(
                ExportPresenceRequest(userID: anna.id), options: server.asService)
            #expect(
                export
                    == ExportPresenceResponse(
                        presence: Presence(
                            userID: anna.id, state: .away, lastSeenAtMs: server.clock.now()),
                        leases: [
                            ExportedLease(leaseMs: 10_000, state: .away, sessionID: anna.session)
                        ],
                        visibility: .everyone))
        }
    }

    /// The data are the user's own.
    @Test func aHiddenUserIsExportedToo() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            try await anna.goOnline()
            await server.write()
            try await anna.show(.nobody)
            let export = try await server.peers.exportPresence(
                ExportPresenceRequest(userID: anna.id), options: server.asService)
            #expect(export.visibility == .nobody)
            #expect(export.presence?.lastSeenAtMs == server.clock.now())
        }
    }

    @Test func ofWhomNobodyHasHeardThereIsNothing() async throws {
        try await withPresenceServer { server in
            let id = try server.user().id
            let export = try await server.peers.exportPresence(
                ExportPresenceRequest(userID: id), options: server.asService)
            #expect(
                export
                    == ExportPresenceResponse(
                        presence: Presence(userID: id, state: .offline), visibility: .everyone))
        }
    }
}
