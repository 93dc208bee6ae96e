import Foundation
import NIOCore
import NIOPosix
import RollcallRPC
import TestEcho
import TestServers
import Testing

/// What a client says of a place where it finds no server.
@Suite struct ConnectionFailureTests {
    private func failure(of endpoint: Endpoint, tls: ClientTLS? = nil) async throws -> RPCError {
        let client = NetworkClient(endpoint, tls: tls, logger: .quiet)
        defer { client.close() }
        return try await TestServers.failure { try await client.connect() }
    }

    @Test func aPortThatNobodyListensOnIsUnreachable() async throws {
        let error = try await failure(of: .tcp(host: "127.0.0.1", port: 1))
        #expect(error.code == .unavailable && error.wasNotProcessed)
        #expect(
            error.connectionFailure
                == ConnectionFailure(
                    endpoint: .tcp(host: "127.0.0.1", port: 1), cause: .unreachable,
                    reason: "Connection refused"))
        #expect(error.message == "could not connect to 127.0.0.1:1: Connection refused")
    }

    @Test func aServerOfAnotherProtocolIsSaidToBeOne() async throws {
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.writeAndFlush(ByteBuffer(string: "SSH-2.0-OpenSSH_9.2p1 Debian\r\n"))
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(listener.localAddress?.port)
        let error = try await failure(of: .tcp(host: "127.0.0.1", port: port))
        #expect(error.connectionFailure?.cause == .otherProtocol)
        try await listener.close()
    }

    @Test func aServerWithTLSClosesBeforeItsHello() async throws {
        try await withEchoServer(over: .tls) { server in
            guard case .tls(let host, let port) = server.endpoint else { return }
            let error = try await failure(of: .tcp(host: host, port: port))
            #expect(error.connectionFailure?.cause == .closedBeforeHello)
        }
    }

    @Test func aServerWithoutTLSIsTold() async throws {
        try await withEchoServer(over: .tcp) { server in
            guard case .tcp(let host, let port) = server.endpoint else { return }
            let tls = try TLSPair.ordinary().client
            let error = try await failure(of: .tls(host: host, port: port), tls: tls)
            #expect(error.connectionFailure?.cause == .notTLS)
        }
    }

    @Test func aCertificateThatNobodyTrustsIsARefusal() async throws {
        try await withEchoServer(over: .tls) { server in
            let endpoint = try #require(server.endpoint)
            let error = try await failure(of: endpoint, tls: try ClientTLS())
            #expect(error.connectionFailure?.cause == .tlsRefused)
        }
    }
}
