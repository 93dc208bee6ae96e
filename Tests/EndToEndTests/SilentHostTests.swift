import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import Testing

/// A host whose packets vanish, while its connections stay open.
@Suite(.enabled(if: PrivateNetwork.canBeMade, "needs root and iproute2")) struct SilentHostTests {
    @Test func aCallThereFailsLongBeforeItsDeadline() async throws {
        let network = try PrivateNetwork()
        let cluster = try Cluster(ownArguments: { _ in
            ["--listen", "\(network.address):4100", "--plaintext"]
        })
        cluster[.auth].launcher = network.command
        try await cluster.start(.auth)
        let client = NetworkClient(
            .tcp(host: network.address, port: 4100), configuration: ClientConfiguration(),
            logger: .quiet)
        defer { client.close() }
        let auth = AuthServiceClient(client)
        _ = try await auth.getSigningKeys(GetSigningKeysRequest())
        try network.setCut(true)
        let error = await refusal {
            _ = try await auth.getSigningKeys(
                GetSigningKeysRequest(), options: CallOptions(timeout: .seconds(20)))
        }
        // Not by its deadline.
        #expect(error?.code == .unavailable)
        try network.setCut(false)
        _ = try await eventually { try await auth.getSigningKeys(GetSigningKeysRequest()) }
    }
}
