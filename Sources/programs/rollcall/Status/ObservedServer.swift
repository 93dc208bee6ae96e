import RollcallAPI
import RollcallClient
import RollcallRPC
import RollcallRPCPolicies

/// A server that is asked how it is.
struct ObservedServer: Sendable {
    let name: ObservedName
    let endpoint: Endpoint
    let tls: ClientTLS?
    /// Whose token is shown for what only administrators are told; nil for the operator, who is
    /// known by the socket.
    let session: RollcallSession?

    private static let options = CallOptions(timeout: .seconds(5))

    func report() async -> ServerReport {
        let connection = NetworkClient(
            endpoint, tls: tls, configuration: ClientConfiguration(connectTimeout: .seconds(3)),
            logger: .silent)
        defer { connection.close() }
        let client = connection.retrying()
        var report = ServerReport(name: name, endpoint: "\(endpoint)")
        do {
            report.status = try await StatusServiceClient(client).getStatus(
                GetStatusRequest(), options: Self.options)
            // A server that refuses calls may take long to refuse this one, too.
            if report.isServing { report.resources = try? await resources(client) }
        } catch {
            report.error = error as? RPCError ?? RPCError(.unknown, "\(error)")
        }
        return report
    }

    private func resources(_ client: any RPCClient) async throws -> GetResourcesResponse {
        let client = session?.authorizing(client) ?? client
        return try await StatusServiceClient(client).getResources(
            GetResourcesRequest(), options: Self.options)
    }
}
