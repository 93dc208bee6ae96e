import RollcallAPI
import RollcallRPC

extension PresenceAdminHandler {
    private static let longestSpread: UInt32 = 600_000
    private static let defaultSpread: UInt32 = 10_000

    package func setPresenceDraining(
        _ request: SetPresenceDrainingRequest, context: CallContext
    ) async throws -> SetPresenceDrainingResponse {
        guard request.spreadMs <= Self.longestSpread else {
            throw RPCError.malformed("spread_ms", "clients come back within 600,000 ms")
        }
        log.note(context, ["presence.draining": "\(request.isDraining)"])
        onDraining(request.isDraining)
        guard request.isDraining else {
            hub.endDrain()
            return SetPresenceDrainingResponse()
        }
        let spread = request.spreadMs == 0 ? Self.defaultSpread : request.spreadMs
        let streams = hub.beginDrain(over: .milliseconds(spread))
        return SetPresenceDrainingResponse(streams: UInt64(streams))
    }
}
