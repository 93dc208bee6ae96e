import RollcallAPI
import RollcallRPC

extension AccountHandler {
    package func makeAddressPrimary(
        _ request: MakeAddressPrimaryRequest, context: CallContext
    ) async throws -> MakeAddressPrimaryResponse {
        throw RPCError(.unimplemented, "placeholder")
    }
}
