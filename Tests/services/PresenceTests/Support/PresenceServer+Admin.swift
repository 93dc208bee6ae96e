import RollcallAPI
import RollcallRPC

@testable import Presence

/// What the tests of `PresenceAdminService` have in common.
extension PresenceServer {
    var admin: PresenceAdminServiceClient { PresenceAdminServiceClient(connection) }

    var asAdmin: CallOptions {
        get throws {
            var metadata = Metadata()
            try metadata.add("caller", text: "operator")
            return CallOptions(metadata: metadata)
        }
    }

    func devices(of user: Person) async throws -> [Device] {
        try await admin.listUserDevices(
            ListUserDevicesRequest(user: .id(user.id)), options: asAdmin
        ).devices
    }

    func kick(_ user: Person, _ lease: UInt64 = 0) async throws -> UInt32 {
        try await admin.kickUser(
            KickUserRequest(user: .id(user.id), leaseID: lease), options: asAdmin
        ).devices
    }

    func drain(_ isDraining: Bool, over spread: UInt32 = 0) async throws -> UInt64 {
        try await admin.setPresenceDraining(
            SetPresenceDrainingRequest(isDraining: isDraining, spreadMs: spread), options: asAdmin
        ).streams
    }
}
