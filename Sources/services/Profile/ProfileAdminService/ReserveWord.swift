import RollcallAPI
import RollcallRPC

extension ProfileAdminHandler {
    package func reserveWord(
        _ request: ReserveWordRequest, context: CallContext
    ) async throws -> ReserveWordResponse {
        let word = try await store.set(
            ReservedWord(
                request: request.word, isReserved: true, reason: request.reason, now: clock()))
        log.note(context, ["word": "\(word.text)"])
        return ReserveWordResponse(word: word.message)
    }
}
