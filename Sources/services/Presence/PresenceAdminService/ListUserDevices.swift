import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension PresenceAdminHandler {
    package func listUserDevices(
        _ request: ListUserDevicesRequest, context: CallContext
    ) async throws -> ListUserDevicesResponse {
        let user = try UUIDv7(request.user)
        let devices = hub.withRoster { roster, _ in roster.devices(of: user) }
        return ListUserDevicesResponse(devices: devices)
    }
}
