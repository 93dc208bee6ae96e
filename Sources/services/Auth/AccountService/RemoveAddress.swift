import RollcallAPI
import RollcallRPC

extension AccountHandler {
    package func removeAddress(
        _ request: RemoveAddressRequest, context: CallContext
    ) async throws -> RemoveAddressResponse {
        throw RPCError(.unimplemented, "placeholder")
    }
}
