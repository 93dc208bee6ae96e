import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func listDevices(
        _ request: ListDevicesRequest, context: CallContext
    ) async throws -> ListDevicesResponse {
        let user = try context.userID
        let devices = hub.withRoster { roster, _ in roster.devices(of: user) }
        return ListDevicesResponse(devices: devices)
    }
}
