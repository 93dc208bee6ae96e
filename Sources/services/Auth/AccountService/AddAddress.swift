import RollcallAPI
import RollcallRPC

extension AccountHandler {
    package func addAddress(
        _ request: AddAddressRequest, context: CallContext
    ) async throws -> AddAddressResponse {
        throw RPCError(.unimplemented, "placeholder")
    }
}
