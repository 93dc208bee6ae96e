import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@Suite struct AccessTests {
    @Test(arguments: [(nil, StatusCode.unauthenticated), ("service auth", .permissionDenied)])
    func everyRPCIsForSignedInUsersAlone(caller: String?, code: StatusCode) async throws {
        try await withPresenceServer { server in
            var metadata = Metadata()
            if let caller { try metadata.add("caller", text: caller) }
            let (service, options) = (server.service, CallOptions(metadata: metadata))
            let calls: [@Sendable () async throws -> Void] = [
                { _ = try await service.goOnline(GoOnlineRequest(), options: options) },
                { _ = try await service.heartbeat(HeartbeatRequest(), options: options) },
                { _ = try await service.goOffline(GoOfflineRequest(), options: options) },
                { _ = try await service.getPresence(GetPresenceRequest(), options: options) },
                {
                    _ = try await service.getPresenceSettings(
                        GetPresenceSettingsRequest(), options: options)
                },
                {
                    _ = try await service.updatePresenceSettings(
                        UpdatePresenceSettingsRequest(), options: options)
                },
                { _ = try await service.watch(WatchRequest(), options: options).next() },
                {
                    _ = try await service.watchPresence(
                        WatchPresenceRequest(), options: options
                    ).next()
                },
            ]
            for call in calls {
                let error = try await failure { try await call() }
                #expect(error.code == code)
            }
        }
    }
}
