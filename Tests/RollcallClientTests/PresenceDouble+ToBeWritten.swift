import RollcallAPI
import RollcallRPC

extension PresenceDouble {
    func setStatus(
        _ request: SetStatusRequest, context: CallContext
    ) async throws -> SetStatusResponse {
        throw RPCError(.unimplemented, "not yet")
    }

    func listDevices(
        _ request: ListDevicesRequest, context: CallContext
    ) async throws -> ListDevicesResponse {
        throw RPCError(.unimplemented, "not yet")
    }

    func kickDevice(
        _ request: KickDeviceRequest, context: CallContext
    ) async throws -> KickDeviceResponse {
        throw RPCError(.unimplemented, "not yet")
    }
}
