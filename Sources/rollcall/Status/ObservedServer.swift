import Logging
import RollcallAPI
import RollcallClient
import RollcallRPC

/// A service that is asked how it is.
struct ObservedServer: Sendable {
    let name: ServerName
    let endpoint: Endpoint
    let tls: ClientTLS?
    /// Whose token is shown for what only administrators are told; nil for the operator, who is
    /// known by the socket.
    let session: RollcallSession?

    private static let options = CallOptions(timeout: .seconds(5))

    func report() async -> ServerReport {
        let connection = NetworkClient(
            endpoint, tls: tls, connectTimeout: .seconds(3),
            logger: Logger(label: "rollcall") { _ in SwiftLogNoOpLogHandler() })
        defer { connection.close() }
        var report = ServerReport(name: name, endpoint: "\(endpoint)")
        do {
            report.status = try await StatusServiceClient(connection).getStatus(
                GetStatusRequest(), options: Self.options)
            // A server that refuses calls may take long to refuse this one, too.
            if report.isServing { report.resources = try? await resources(connection) }
        } catch {
            report.error = error as? RPCError ?? RPCError(.unknown, "\(error)")
        }
        return report
    }

    private func resources(_ connection: NetworkClient) async throws -> GetResourcesResponse {
        let client: any RPCClient = session?.authorizing(connection) ?? connection
        return try await StatusServiceClient(client).getResources(
            GetResourcesRequest(), options: Self.options)
    }
}
