import RollcallAPI
import RollcallRPC

extension ProfileAdminHandler {
    package func releaseWord(
        _ request: ReleaseWordRequest, context: CallContext
    ) async throws -> ReleaseWordResponse {
        let word = try await store.set(
            ReservedWord(
                request: request.word, isReserved: false, reason: request.reason, now: clock()))
        log.note(context, ["word": "\(word.text)"])
        return ReleaseWordResponse(word: word.message)
    }
}
