import RollcallAPI
import RollcallRPC

extension ProfileAdminHandler {
    package func startPhotoScrub(
        _ request: StartPhotoScrubRequest, context: CallContext
    ) async throws -> StartPhotoScrubResponse {
        guard let scrub else { throw RPCError.scrubIsOff }
        try await store.startScrub(acceptingDamage: request.acceptDamage)
        scrub.wake()
        log.note(context, ["scrub.accepts_damage": "\(request.acceptDamage)"])
        return StartPhotoScrubResponse()
    }
}
