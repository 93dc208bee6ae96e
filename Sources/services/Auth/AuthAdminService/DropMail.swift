import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthAdminHandler {
    package func dropMail(
        _ request: DropMailRequest, context: CallContext
    ) async throws -> DropMailResponse {
        guard let id = UUIDv7(request.mailID), try await store.dropMail(id) else {
            throw RPCError.mailNotFound
        }
        log.note(context, ["mail.id": "\(id)"])
        return DropMailResponse()
    }
}
