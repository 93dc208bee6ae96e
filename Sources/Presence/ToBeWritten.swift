import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func attach(
        _ requests: RequestStream<AttachRequest>, responses: ResponseWriter<AttachResponse>,
        context: CallContext
    ) async throws {
        throw RPCError(.unimplemented, "not yet")
    }

    package func setStatus(
        _ request: SetStatusRequest, context: CallContext
    ) async throws -> SetStatusResponse {
        throw RPCError(.unimplemented, "not yet")
    }

    package func listDevices(
        _ request: ListDevicesRequest, context: CallContext
    ) async throws -> ListDevicesResponse {
        throw RPCError(.unimplemented, "not yet")
    }

    package func kickDevice(
        _ request: KickDeviceRequest, context: CallContext
    ) async throws -> KickDeviceResponse {
        throw RPCError(.unimplemented, "not yet")
    }

    package func registerPresence(
        _ request: RegisterPresenceRequest, context: CallContext
    ) async throws -> RegisterPresenceResponse {
        throw RPCError(.unimplemented, "not yet")
    }
}
