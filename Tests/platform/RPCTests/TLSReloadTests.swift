import Foundation
import RollcallRPC
import Synchronization
import TestAuthority
import TestEcho
import TestServers
import TestSupport
import Testing

/// Certificates are replaced while calls run.
@Suite struct TLSReloadTests {
    private let authority: TestAuthority
    private let identity: TLSIdentity
    private let pair: TLSPair

    init() throws {
        authority = try TestAuthority()
        identity = try authority.issue("server")
        pair = TLSPair(
            server: try ServerTLS(identity: identity),
            client: try ClientTLS(trust: authority.trust))
    }

    /// What a new connection is shown.
    private func serial(_ server: EchoServer) throws -> String {
        guard case .tls(_, let port) = server.endpoint else { return "" }
        let shown = try authority.run(
            "s_client -connect 127.0.0.1:\(port) -CAfile ca.pem -alpn rollcall/1 -showcerts",
            failing: true)
        let begin = try #require(shown.range(of: "-----BEGIN CERTIFICATE-----"))
        let end = try #require(shown.range(of: "-----END CERTIFICATE-----"))
        let file = URL(fileURLWithPath: authority.path("shown.pem"))
        try Data("\(shown[begin.lowerBound..<end.upperBound])\n".utf8).write(to: file)
        return try authority.run("x509 -in shown.pem -noout -serial")
    }

    private var serialOnDisk: String {
        get throws { try authority.run("x509 -in server.pem -noout -serial") }
    }

    @Test func noCallFailsWhileTheCertificateIsReplaced() async throws {
        try await withEchoServer(over: .tls, tls: pair) { server in
            let isDone = Flag()
            let old = try serialOnDisk
            #expect(try serial(server) == old)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        while !isDone.isUp {
                            _ = try await server.echo.echo(EchoMessage(number: 1))
                        }
                    }
                    // And some over connections of their own.
                    group.addTask { try await callAnew(server, until: isDone) }
                }
                for _ in 0..<3 {
                    _ = try authority.issue("server")
                    #expect(try pair.server.reload())
                    #expect(try serial(server) == serialOnDisk)
                }
                #expect(try serialOnDisk != old)
                isDone.raise()
                try await group.waitForAll()
            }
        }
    }

    private func callAnew(_ server: EchoServer, until isDone: Flag) async throws {
        guard let endpoint = server.endpoint else { return }
        while !isDone.isUp {
            let client = NetworkClient(endpoint, tls: pair.client, logger: .quiet)
            _ = try await EchoServiceClient(client).echo(EchoMessage(number: 1))
            client.close()
        }
    }

    @Test func filesThatHaveNotChangedAreNotReadAgain() throws {
        #expect(try pair.server.reload() == false)
    }

    @Test(arguments: ["nonsense", "other key", "expired", "missing"])
    func aBrokenFileLeavesTheOldCertificateInUse(_ fault: String) async throws {
        try await withEchoServer(over: .tls, tls: pair) { server in
            let old = try serial(server)
            let certificate = try Data(contentsOf: URL(fileURLWithPath: identity.certificateChain))
            try damage(fault)
            #expect(throws: TLSFileError.self) { try pair.server.reload() }
            // Said once.
            #expect(try pair.server.reload() == false)
            #expect(try serial(server) == old)
            _ = try await server.echo.echo(EchoMessage())
            if fault == "nonsense" || fault == "missing" {
                try certificate.write(to: URL(fileURLWithPath: identity.certificateChain))
                #expect(try pair.server.reload())
                #expect(try serial(server) == old)
            }
        }
    }

    private func damage(_ fault: String) throws {
        let certificate = URL(fileURLWithPath: identity.certificateChain)
        switch fault {
        case "nonsense": try Data("nonsense".utf8).write(to: certificate)
        case "missing": try FileManager.default.removeItem(at: certificate)
        case "expired": _ = try authority.issue("server", days: -1)
        default:
            let other = try authority.issue("other")
            try FileManager.default.removeItem(at: certificate)
            try FileManager.default.copyItem(
                at: URL(fileURLWithPath: other.certificateChain), to: certificate)
        }
    }

    @Test func aServerDoesNotStartWithAKeyOfAnother() throws {
        let other = try authority.issue("other")
        let mixed = TLSIdentity(
            certificateChain: identity.certificateChain, privateKey: other.privateKey)
        let error = try #require(throws: TLSFileError.self) { try ServerTLS(identity: mixed) }
        #expect(error.description.contains("not that of the certificate"))
    }

    @Test func aClientTakesNewFilesWithItsNextConnection() async throws {
        let certificate = try authority.issue("client")
        var pair = try TLSPair.mutual(client: certificate, clientTrust: authority.trust)
        pair.client = try ClientTLS(trust: authority.trust, identity: certificate)
        pair.server = try ServerTLS(identity: identity, clientTrust: authority.trust)
        try await withEchoServer(over: .tls, tls: pair) { server in
            _ = try await server.echo.echo(EchoMessage())
            // From here on the client would be refused with what it has shown so far.
            let successor = try TestAuthority()
            try FileManager.default.removeItem(atPath: authority.path("ca.pem"))
            try FileManager.default.copyItem(
                atPath: successor.path("ca.pem"), toPath: authority.path("ca.pem"))
            for (old, new) in try [
                (identity, successor.issue("server")), (certificate, successor.issue("client")),
            ] {
                for (old, new) in [
                    (old.certificateChain, new.certificateChain), (old.privateKey, new.privateKey),
                ] {
                    try FileManager.default.removeItem(atPath: old)
                    try FileManager.default.copyItem(atPath: new, toPath: old)
                }
            }
            #expect(try pair.server.reload())
            _ = try await server.echo.echo(EchoMessage())
            server.server.severConnections()
            try await eventually { server.server.connectionCount == 0 }
            _ = try await EchoServiceClient(retrying(server.client)).echo(EchoMessage())
        }
    }
}

private final class Flag: Sendable {
    private let state = Mutex(false)

    var isUp: Bool { state.withLock { $0 } }
    func raise() { state.withLock { $0 = true } }
}
