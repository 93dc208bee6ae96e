import ArgumentParser
import Foundation
import HTTPServing
import RollcallBasics
import RollcallRPC
import UnixSignals

// A program of its own, and no command of `rollcall`: it is no part of a deployment.

@main
struct RollcallTesting: AsyncParsableCommand {
    static func main() async { await main(programArguments()) }

    static let configuration = CommandConfiguration(
        commandName: "rollcall-testing",
        abstract: "The services and the door, for tests of apps.",
        discussion: """
            Starts the programs beside it with empty tables, and prints one line of JSON: `door`, the \
            address for apps, `control`, the address for tests, and `directory`, which has the logs. Ends \
            at SIGTERM or SIGINT, or when its standard input was a pipe and is closed. With a command it \
            runs that, with the addresses in ROLLCALL_DOOR and ROLLCALL_CONTROL, and ends with its status. \
            All data are removed, also after `kill -9`.

            At the control address tests find what people find in their mail, and set the clock forward:

              GET /mails?to=ADDRESS&wait=10   the mails to an address, once there is one; &count=2: two
              DELETE /mails                   forgets them
              POST /clock?forward=3600        seconds; tokens, codes, limits and leases expire
              POST /services/auth/stop        also start, pause, resume; profile, presence, web
            """)

    @Option(help: "The port of the door; by default, any that is free.")
    var port: UInt16 = 0

    @Option(help: "The port for tests; by default, any that is free.")
    var controlPort: UInt16 = 0

    @Option(help: "One more option of a service, such as auth:--require-display-name.")
    var option: [ServiceOption] = []

    @Argument(parsing: .captureForPassthrough, help: "What to run.")
    var command: [String] = []

    func run() async throws {
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
        // A command that was ended before its end is no success.
        let isCommand = !command.isEmpty
        Task { for await signal in signals { end.yield(isCommand ? 128 + signal.rawValue : 0) } }
        let services = try Services(port: port, options: option)
        defer { services.end() }
        let control = try ReservedPort(controlPort)
        let desk = Desk(services: services)
        var configuration = HTTPServerConfiguration()
        configuration.connectionsPerClient = 1000
        let server = HTTPServer(
            at: .tcp(host: "127.0.0.1", port: Int(control.number)), configuration: configuration,
            responder: desk.answer)
        try await server.listen()
        Task { try await server.run() }
        try await services.startAll()
        let running = try begin(services, control, end)
        let status = await ends.first { _ in true }
        running?.terminate()
        guard status == 0 else { throw ExitCode(status ?? 1) }
    }

    /// Runs the command, or says where everything is.
    private func begin(
        _ services: Services, _ control: ReservedPort, _ end: AsyncStream<Int32>.Continuation
    ) throws -> Process? {
        guard command.isEmpty else {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            let places = [
                "ROLLCALL_DOOR=\(services.door.address)", "ROLLCALL_CONTROL=\(control.address)",
            ]
            process.arguments = places + command.drop { $0 == "--" }
            process.terminationHandler = { end.yield($0.terminationStatus) }
            try process.run()
            return process
        }
        let places = [
            "door": services.door.address, "control": control.address,
            "directory": services.directory,
        ]
        try FileHandle.standardOutput.write(contentsOf: Data("\(Desk.json(places))\n".utf8))
        // What is no pipe, such as /dev/null, says nothing by its end.
        var status = stat()
        guard fstat(0, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        _ = startThread {
            _ = try? FileHandle.standardInput.readToEnd()
            end.yield(0)
        }
        return nil
    }
}

/// Why it cannot go on, in a sentence.
struct Failure: Error, CustomStringConvertible {
    let description: String
}
