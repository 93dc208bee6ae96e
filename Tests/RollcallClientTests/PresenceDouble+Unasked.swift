import RollcallAPI
import RollcallRPC

/// What the client library does not ask.
extension PresenceDouble {
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
}
