import RollcallAPI
import RollcallRPC

/// What Auth does not ask of devices and settings.
extension FaultyPresence {
    func attach(
        _ requests: RequestStream<AttachRequest>, responses: ResponseWriter<AttachResponse>,
        context: CallContext
    ) async throws {
        throw RPCError(.unimplemented, "not asked")
    }

    func setStatus(
        _ request: SetStatusRequest, context: CallContext
    ) async throws -> SetStatusResponse {
        throw RPCError(.unimplemented, "not asked")
    }

    func listDevices(
        _ request: ListDevicesRequest, context: CallContext
    ) async throws -> ListDevicesResponse {
        throw RPCError(.unimplemented, "not asked")
    }

    func kickDevice(
        _ request: KickDeviceRequest, context: CallContext
    ) async throws -> KickDeviceResponse {
        throw RPCError(.unimplemented, "not asked")
    }

    func getPresenceSettings(
        _ request: GetPresenceSettingsRequest, context: CallContext
    ) async throws -> GetPresenceSettingsResponse {
        throw RPCError(.unimplemented, "not asked")
    }

    func updatePresenceSettings(
        _ request: UpdatePresenceSettingsRequest, context: CallContext
    ) async throws -> UpdatePresenceSettingsResponse {
        throw RPCError(.unimplemented, "not asked")
    }
}
