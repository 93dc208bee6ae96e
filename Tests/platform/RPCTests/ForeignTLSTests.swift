import Foundation
import Glibc
import RollcallRPC
import TestAuthority
import TestEcho
import TestServers
import TestSupport
import Testing

/// openssl(1) at the other end.
@Suite struct ForeignTLSTests {
    private let authority: TestAuthority

    init() throws {
        authority = try TestAuthority.trusted.get()
    }

    private func connect(_ server: EchoServer, _ options: String) throws -> String {
        guard case .tls(_, let port) = server.endpoint else { return "" }
        return try authority.run(
            "s_client -connect 127.0.0.1:\(port) -CAfile ca.pem \(options)", failing: true)
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func tls12And13AreSpokenAndAgreeOnRollcall(_ version: String) async throws {
        try await withEchoServer(over: .tls) { server in
            let said = try connect(server, "\(version) -alpn h2,rollcall/1")
            #expect(said.contains("Verify return code: 0 (ok)"))
            #expect(said.contains("ALPN protocol: rollcall/1"))
        }
    }

    @Test(arguments: ["-tls1", "-tls1_1"])
    func olderOnesAreRefused(_ version: String) async throws {
        try await withEchoServer(over: .tls) { server in
            let said = try connect(server, "\(version) -cipher DEFAULT@SECLEVEL=0 -alpn rollcall/1")
            #expect(said.contains("alert protocol version"))
            #expect(said.contains("no peer certificate available"))
        }
    }

    @Test(arguments: ["", "-alpn h2"])
    func whoDoesNotAskForRollcallGetsNoFrame(_ options: String) async throws {
        try await withEchoServer(over: .tls) { server in
            let said = try connect(server, "-ign_eof -quiet \(options)")
            // The certificates are reported, and nothing else is said.
            #expect(!said.contains("\u{08}\u{01}\u{10}\u{01}"))
            try await eventually { server.server.connectionCount == 0 }
        }
    }

    @Test func aClientCertificateThatHasExpiredIsRefused() async throws {
        let expired = try authority.issue("expired-client", days: -1)
        try await withEchoServer(over: .tls, tls: try .mutual(client: nil)) { server in
            let said = try connect(
                server,
                "-ign_eof -alpn rollcall/1 -cert \(expired.certificateChain)"
                    + " -key \(expired.privateKey)")
            #expect(said.contains("alert certificate expired"))
        }
    }

    @Test(arguments: [
        ("expired-server", "-alpn rollcall/1", "has expired"),
        ("valid-server", "", "not rollcall/1"),
        ("valid-server", "-alpn h2", "TLS"),
        ("valid-server", "-alpn rollcall/1 -tls1_1 -cipher DEFAULT@SECLEVEL=0", "TLS 1.2"),
    ])
    func aServerOfAnotherKindIsRefused(
        _ name: String, _ options: String, _ reason: String
    ) async throws {
        _ = try authority.issue(name, days: name == "expired-server" ? -1 : 1)
        let server = try OpenSSLServer(authority, "-cert \(name).pem -key \(name).key \(options)")
        let client = NetworkClient(
            .tls(host: "127.0.0.1", port: server.port), tls: try TLSPair.ordinary().client,
            logger: .quiet)
        defer { client.close() }
        let error = try await failure {
            _ = try await EchoServiceClient(client).echo(EchoMessage())
        }
        #expect(error.code == .unavailable)
        #expect(error.message.contains(reason), "\(error.message)")
        // Not asked again.
        #expect(server.stop().components(separatedBy: "ACCEPT\n").count <= 2)
    }
}

/// `openssl s_server`, until it is stopped.
private final class OpenSSLServer {
    let port: Int
    private let process = Process()
    private let output = Pipe()

    init(_ authority: TestAuthority, _ options: String) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        let arguments = "s_server -accept 127.0.0.1:0 \(options)"
        process.arguments = arguments.split(separator: " ").map(String.init)
        process.currentDirectoryURL = URL(fileURLWithPath: authority.directory)
        process.standardInput = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        // It says "ACCEPT 127.0.0.1:PORT" when it listens.
        var said = ""
        while !said.hasSuffix("\n") || !said.contains("ACCEPT ") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw RPCError(.internal, "s_server: \(said)") }
            said += String(decoding: data, as: UTF8.self)
        }
        let address = said.split(separator: "\n").last ?? ""
        port = try #require(address.split(separator: ":").last.flatMap { Int($0) })
    }

    func stop() -> String {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    deinit { kill(process.processIdentifier, SIGKILL) }
}
