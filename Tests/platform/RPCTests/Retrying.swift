import RollcallRPC
import RollcallRPCPolicies

/// The same client, for tests in which calls meet connections on their way out, or servers that
/// refuse.
func retrying(_ client: some RPCClient) -> any RPCClient {
    client.retrying()
}
