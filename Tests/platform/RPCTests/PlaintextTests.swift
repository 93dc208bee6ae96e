import RollcallRPC
import TestEcho
import TestServers
import Testing

@Suite struct PlaintextTests {
    /// 192.0.2.1 is nobody's (RFC 5737): a call to it has no answer.
    @Test func aClientSpeaksToAnotherMachineWithoutTLSOnlyIfThatWasSaid() async throws {
        let endpoint = Endpoint.tcp(host: "192.0.2.1", port: 4710)
        var strict = ClientConfiguration(connectTimeout: .milliseconds(50))
        strict.allowsPlaintext = false
        let refused = NetworkClient(endpoint, configuration: strict, logger: .quiet)
        defer { refused.close() }
        let error = try await failure {
            _ = try await EchoServiceClient(refused).echo(EchoMessage())
        }
        #expect(error.code == .failedPrecondition && error.wasNotProcessed)
        #expect(error.message.contains("--plaintext"))
        for (endpoint, configuration) in [
            (endpoint, ClientConfiguration(connectTimeout: .milliseconds(50))),
            (.tls(host: "192.0.2.1", port: 4710), strict),
            (.tcp(host: "127.0.0.1", port: 1), strict),
        ] {
            let client = NetworkClient(endpoint, configuration: configuration, logger: .quiet)
            let error = try await failure {
                _ = try await EchoServiceClient(client).echo(EchoMessage())
            }
            #expect(error.code == .unavailable)
            client.close()
        }
    }
}
