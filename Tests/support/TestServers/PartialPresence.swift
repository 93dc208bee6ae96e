import RollcallAPI
import RollcallRPC
import RollcallWire

/// A stand-in for Presence that answers some of its RPCs, and refuses the others as not
/// implemented.
package protocol PartialPresence: PresenceService {}

extension PartialPresence {
    package func attach(
        _ requests: RequestStream<AttachRequest>, responses: ResponseWriter<AttachResponse>,
        context: CallContext
    ) async throws {
        throw RPCError.notPartOfTheTest
    }

    package func goOnline(
        _ request: GoOnlineRequest, context: CallContext
    ) async throws -> GoOnlineResponse {
        throw RPCError.notPartOfTheTest
    }

    package func heartbeat(
        _ request: HeartbeatRequest, context: CallContext
    ) async throws -> HeartbeatResponse {
        throw RPCError.notPartOfTheTest
    }

    package func goOffline(
        _ request: GoOfflineRequest, context: CallContext
    ) async throws -> GoOfflineResponse {
        throw RPCError.notPartOfTheTest
    }

    package func listDevices(
        _ request: ListDevicesRequest, context: CallContext
    ) async throws -> ListDevicesResponse {
        throw RPCError.notPartOfTheTest
    }

    package func kickDevice(
        _ request: KickDeviceRequest, context: CallContext
    ) async throws -> KickDeviceResponse {
        throw RPCError.notPartOfTheTest
    }

    package func getPresenceSettings(
        _ request: GetPresenceSettingsRequest, context: CallContext
    ) async throws -> GetPresenceSettingsResponse {
        throw RPCError.notPartOfTheTest
    }

    package func updatePresenceSettings(
        _ request: UpdatePresenceSettingsRequest, context: CallContext
    ) async throws -> UpdatePresenceSettingsResponse {
        throw RPCError.notPartOfTheTest
    }

    package func getPresence(
        _ request: GetPresenceRequest, context: CallContext
    ) async throws -> Encoded<GetPresenceResponse> {
        throw RPCError.notPartOfTheTest
    }

    package func watch(
        _ requests: RequestStream<WatchRequest>, responses: ResponseWriter<WatchResponse>,
        context: CallContext
    ) async throws {
        throw RPCError.notPartOfTheTest
    }

    package func watchPresence(
        _ request: WatchPresenceRequest, responses: ResponseWriter<WatchPresenceResponse>,
        context: CallContext
    ) async throws {
        throw RPCError.notPartOfTheTest
    }
}

extension RPCError {
    fileprivate static let notPartOfTheTest = RPCError(.unimplemented, "no test asks for it")
}
