import ArgumentParser
import Glibc
import Logging
import RollcallRPC
import Synchronization
import TestSupport
import Testing

@testable import Daemon

struct DaemonProcessTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func options(listen: String...) throws -> DaemonOptions {
        try DaemonOptions.parse(
            ["--data", "\(directory.path)/data", "--log-level", "critical"]
                + listen.flatMap { ["--listen", $0] })
    }

    @Test func withoutADirectoryOrAnEndpointTheCommandLineIsWrong() {
        #expect(throws: (any Error).self) { try DaemonOptions.parse(["--data", "/x"]) }
        #expect(throws: (any Error).self) {
            try DaemonOptions.parse(["--data", "/x", "--listen", "nonsense"])
        }
    }

    @Test func everyDaemonCanBeToldOfProxies() async throws {
        let arguments = ["--data", "\(directory.path)/data", "--listen", "unix:/x"]
        let options = try DaemonOptions.parse(
            arguments + ["--trusted-proxy", "127.0.0.1", "--trusted-proxy", "2001:db8::/32"])
        #expect(options.proxies.count == 2)
        try await DaemonProcess.run("test", options) { process in
            let proxies = process.serverConfiguration.proxies
            #expect(proxies.contain(PeerIdentity(address: PeerAddress("127.0.0.1:4710"))))
            #expect(!proxies.contain(PeerIdentity(address: PeerAddress("127.0.0.2:4710"))))
        }
        for wrong in ["nonsense", "10.0.0.0/33", ""] {
            #expect(throws: (any Error).self) {
                try DaemonOptions.parse(arguments + ["--trusted-proxy", wrong])
            }
        }
    }

    @Test func itsServerSaysTheVersionOfTheAPI() async throws {
        let options = try options(listen: "unix:/x")
        try await DaemonProcess.run("test", options) { process in
            #expect("\(process.serverConfiguration.connection.apiVersion)" == "1.0")
        }
    }

    @Test func itSaysThatItIsReadyAndThenThatItStops() async throws {
        let environment = ["NOTIFY_SOCKET": "\(directory.path)/notify"]
        let notifications = try NotificationSocket("\(directory.path)/notify")
        let options = try options(listen: "unix:\(directory.path)/socket")
        let serving = Task {
            try await DaemonProcess.run("test", options, environment: environment) { process in
                let server = try Server(
                    router: Router(), authenticator: nil, logger: process.logger)
                try await process.serve(server)
            }
        }
        #expect(await notifications.receive()?.hasPrefix("READY=1\n") == true)
        serving.cancel()
        #expect(await notifications.receive()?.hasPrefix("STOPPING=1\n") == true)
        _ = await serving.result
    }

    /// Otherwise whoever was sent away comes back.
    @Test func itsHealthRefusesCallsBeforeAnyClientIsSentAway() async throws {
        let environment = ["NOTIFY_SOCKET": "\(directory.path)/notify"]
        let notifications = try NotificationSocket("\(directory.path)/notify")
        let options = try options(listen: "unix:\(directory.path)/socket")
        let wasServing = Mutex<[Bool]>([])
        let serving = Task {
            try await DaemonProcess.run("test", options, environment: environment) { process in
                let server = try Server(
                    router: Router(), authenticator: nil, logger: process.logger)
                let look = { @Sendable in
                    let isServing = process.health.report.isServing
                    wasServing.withLock { $0.append(isServing) }
                }
                try await process.serve(server, beforeDraining: look)
            }
        }
        _ = await notifications.receive()
        serving.cancel()
        _ = await serving.result
        #expect(wasServing.withLock { $0 } == [false])
    }

    @Test func anEndpointThatIsTakenEndsItAndLeavesNoneOpen() async throws {
        let taken = "unix:\(directory.path)/taken"
        let other = try Server(
            router: Router(), authenticator: nil, logger: Logger(label: "other"))
        _ = try await other.listen(on: #require(Endpoint(taken)))
        let free = "unix:\(directory.path)/free"
        await #expect(throws: ExitCode(EX_UNAVAILABLE)) {
            try await DaemonProcess.run("test", options(listen: free, taken)) { process in
                let server = try Server(
                    router: Router(), authenticator: nil, logger: process.logger)
                try await process.serve(server)
            }
        }
        _ = try await other.listen(on: #require(Endpoint(free)))
        await other.drain()
    }

    @Test func workThatFailsEndsIt() async throws {
        await #expect(throws: ExitCode(EX_IOERR)) {
            try await DaemonProcess.run(
                "test", options(listen: "unix:\(directory.path)/socket")
            ) { process in
                let server = try Server(
                    router: Router(), authenticator: nil, logger: process.logger)
                try await process.serve(server, beside: [{ throw Failure("gone", EX_IOERR) }])
            }
        }
    }

    @Test func workThatEndsByItselfEndsIt() async throws {
        await #expect(throws: ExitCode(EX_SOFTWARE)) {
            try await DaemonProcess.run(
                "test", options(listen: "unix:\(directory.path)/socket")
            ) { process in
                let server = try Server(
                    router: Router(), authenticator: nil, logger: process.logger)
                try await process.serve(server, beside: [{}])
            }
        }
    }
}
