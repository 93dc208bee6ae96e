import ArgumentParser
import Glibc
import RollcallRPC
import TestSupport
import Testing

@testable import Daemon

/// What is said to another machine without TLS can be read on the way, access tokens among it.
struct PlaintextTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func parse(_ arguments: String...) throws -> DaemonOptions {
        try DaemonOptions.parse(
            ["--data", "\(directory.path)/data", "--log-level", "critical"] + arguments)
    }

    @Test(arguments: ["127.0.0.1:1", "127.9.9.9:1", "[::1]:1", "localhost:1", "unix:/x"])
    func thisMachineIsServedAndCalledWithoutTLS(_ place: String) async throws {
        let endpoint = try #require(Endpoint(place))
        try await DaemonProcess.run("test", parse("--listen", place)) { process in
            _ = try process.client(of: [endpoint])
        }
    }

    @Test(arguments: [
        "0.0.0.0:1", "[::]:1", "10.0.0.5:1", "[2001:db8::1]:1", "[fe80::1%eth0]:1",
        "auth.internal:1", "127.0.0.1.example.org:1", "localhost.example.org:1",
    ])
    func anotherMachineIsServedAndCalledWithoutTLSOnlyIfThatWasSaid(_ place: String) async throws {
        let error = #expect(throws: (any Error).self) { try parse("--listen", place) }
        let message = error.map { DaemonOptions.message(for: $0) } ?? ""
        #expect(message.contains("without TLS") && message.contains("--plaintext"))
        let endpoint = try #require(Endpoint(place))
        await #expect(throws: ExitCode(EX_USAGE)) {
            try await DaemonProcess.run("test", parse("--listen", "unix:/x")) { process in
                _ = try process.client(of: [endpoint])
            }
        }
        let trusting = try parse("--listen", place, "--plaintext")
        try await DaemonProcess.run("test", trusting) { process in
            _ = try process.client(of: [endpoint])
        }
    }

    @Test func metricsOverANetworkNeedTLSToo() throws {
        let listen = ["--data", "\(directory.path)/data", "--listen", "unix:/x", "--metrics-http"]
        for place in ["127.0.0.1:1", "[::1]:1", "unix:/y"] {
            _ = try DaemonOptions.parse(listen + [place])
        }
        let lacks = [
            "0.0.0.0:1": "--plaintext", "tls:0.0.0.0:1": "--tls-certificate and --tls-key",
            "nonsense": "--metrics-http",
        ]
        for (place, lack) in lacks {
            let error = #expect(throws: (any Error).self) {
                try DaemonOptions.parse(listen + [place])
            }
            let message = error.map { DaemonOptions.message(for: $0) } ?? ""
            #expect(message.contains(lack), "\(message)")
        }
        _ = try DaemonOptions.parse(listen + ["0.0.0.0:1", "--plaintext"])
        _ = try DaemonOptions.parse(
            listen + ["tls:0.0.0.0:1", "--tls-certificate", "x", "--tls-key", "x"])
    }

    @Test func withTLSAnyMachineIsServed() throws {
        _ = try parse("--listen", "tls:0.0.0.0:1", "--tls-certificate", "x", "--tls-key", "x")
    }
}
