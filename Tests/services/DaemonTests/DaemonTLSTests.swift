import ArgumentParser
import Foundation
import Glibc
import Logging
import RollcallAPI
import RollcallRPC
import RollcallRPCPolicies
import TestAuthority
import TestSupport
import Testing

@testable import Daemon

struct DaemonTLSTests {
    private let directory: TemporaryDirectory
    private let authority: TestAuthority

    init() throws {
        directory = try TemporaryDirectory()
        authority = try TestAuthority()
    }

    private func options(_ arguments: String...) throws -> DaemonOptions {
        try DaemonOptions.parse(
            ["--data", "\(directory.path)/data", "--log-level", "critical"] + arguments)
    }

    @Test(arguments: [
        ["--listen", "tls:localhost:1"],
        ["--listen", "tls:localhost:1", "--tls-certificate", "x"],
        ["--listen", "mtls:localhost:1", "--tls-certificate", "x", "--tls-key", "x"],
        ["--listen", "unix:/x", "--tls-client-key", "x"],
        ["--listen", "mtls:unix:/x"],
        ["--listen", "munix:/x"],
    ])
    func whatTLSLacksMakesTheCommandLineWrong(_ arguments: [String]) {
        #expect(throws: (any Error).self) {
            try DaemonOptions.parse(["--data", "/x"] + arguments)
        }
    }

    @Test func aFileThatCannotBeUsedEndsIt() async throws {
        let options = try options(
            "--listen", "tls:127.0.0.1:0", "--tls-certificate", "/nowhere", "--tls-key", "/nowhere")
        await #expect(throws: ExitCode(EX_CONFIG)) {
            try await DaemonProcess.run("test", options) { _ in }
        }
    }

    /// A renewal that was late is no reason to refuse everybody.
    @Test func withACertificateThatHasExpiredTheOthersAreServedUntilThereIsAGoodOne() async throws {
        let port = Int.random(in: 20_000..<30_000)
        let identity = try authority.issue("server", days: -1)
        let client = try authority.issue("client", days: -1)
        let socket = "unix:\(directory.path)/socket"
        let options = try options(
            "--listen", socket, "--listen", "tls:127.0.0.1:\(port)",
            "--tls-certificate", identity.certificateChain, "--tls-key", identity.privateKey,
            "--tls-client-certificate", client.certificateChain,
            "--tls-client-key", client.privateKey)
        let environment = ["NOTIFY_SOCKET": "\(directory.path)/notify"]
        let notifications = try NotificationSocket("\(directory.path)/notify")
        let serving = Task {
            try await DaemonProcess.run("test", options, environment: environment) { process in
                let server = try Server(
                    router: Router(), authenticator: nil, logger: process.logger)
                try await process.serve(server)
            }
        }
        var said = await notifications.receive() ?? ""
        #expect(said.hasPrefix("READY=1\n"))
        if !said.contains("expired") { said = await notifications.receive() ?? "" }
        #expect(said.hasSuffix("; \(identity.certificateChain) has expired"))
        let tls = try ClientTLS(trust: authority.trust)
        let secured = NetworkClient(.tls(host: "127.0.0.1", port: port), tls: tls).retrying()
        let error = await #expect(throws: RPCError.self) {
            _ = try await ProfileServiceClient(secured).checkDisplayName(.init(displayName: "ann"))
        }
        #expect(error?.code == .unavailable)
        secured.close()
        try await answers(NetworkClient(#require(Endpoint(socket))).retrying())
        _ = try (authority.issue("server"), authority.issue("client"))
        kill(getpid(), SIGHUP)
        try await eventually { try shown(at: port).contains("BEGIN CERTIFICATE") }
        try await answers(
            NetworkClient(.tls(host: "127.0.0.1", port: port), tls: tls).retrying())
        serving.cancel()
        _ = await serving.result
    }

    @Test func itServesWithACertificateAndOnSIGHUPWithItsSuccessor() async throws {
        let port = Int.random(in: 20_000..<30_000)
        let identity = try authority.issue("server")
        let client = try authority.issue("client")
        let options = try options(
            "--listen", "tls:127.0.0.1:\(port)", "--listen", "mtls:127.0.0.1:\(port + 1)",
            "--tls-certificate", identity.certificateChain, "--tls-key", identity.privateKey,
            "--tls-client-ca", authority.path("ca.pem"), "--tls-ca", authority.path("ca.pem"),
            "--tls-client-certificate", client.certificateChain,
            "--tls-client-key", client.privateKey)
        let environment = ["NOTIFY_SOCKET": "\(directory.path)/notify"]
        let notifications = try NotificationSocket("\(directory.path)/notify")
        let serving = Task {
            try await DaemonProcess.run("test", options, environment: environment) { process in
                let server = try Server(
                    router: Router(), authenticator: nil, logger: process.logger)
                // As one service calls another.
                let place = Endpoint.tls(host: "127.0.0.1", port: port + 1)
                try await process.serve(
                    server,
                    beside: [
                        {
                            try await answers(process.client(of: [place]))
                            try await untilCancelled()
                        }
                    ])
            }
        }
        let ready = await notifications.receive()
        #expect(
            ready
                == "READY=1\nSTATUS=Answering on tls:127.0.0.1:\(port),mtls:127.0.0.1:\(port + 1)")
        let first = try shown(at: port)
        #expect(first.contains("BEGIN CERTIFICATE"))
        _ = try authority.issue("server")
        kill(getpid(), SIGHUP)
        var next = first
        try await eventually {
            next = try shown(at: port)
            return next != first
        }
        #expect(next.contains("BEGIN CERTIFICATE"))
        try await answers(
            NetworkClient(
                .tls(host: "127.0.0.1", port: port), tls: ClientTLS(trust: authority.trust)
            ).retrying())
        serving.cancel()
        _ = await serving.result
    }

    /// The certificate that a new connection is shown.
    private func shown(at port: Int) throws -> String {
        let said = try authority.run(
            "s_client -connect 127.0.0.1:\(port) -alpn rollcall/1", failing: true)
        return said.split(separator: "\n").drop { !$0.contains("BEGIN CERT") }.prefix {
            !$0.contains("END CERT")
        }.joined(separator: "\n")
    }
}

/// A server without any RPC says so, which it can only once it has read the call.
private func answers(_ client: RetryingClient<NetworkClient>) async throws {
    defer { client.close() }
    let error = await #expect(throws: RPCError.self) {
        _ = try await ProfileServiceClient(client).checkDisplayName(.init(displayName: "ann"))
    }
    #expect(error?.code == .unimplemented)
}
