import ArgumentParser
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import NIOCore
import NIOPosix

struct UnaryLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unary")

    @Option(help: "127.0.0.1:PORT.") var target: String
    @Option var seconds = 2.0
    @Option var method = Method.echo
    @Option var size = 32
    @Option var inFlight = 64
    @Option var flushing = Flushing.coalesced

    enum Method: String, ExpressibleByArgument { case echo, profile }

    func run() async throws {
        var config = HTTP2ClientTransport.Posix.Config.defaults
        if flushing == .immediate { config.connection.flushCoalescing = nil }
        guard let port = target.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw ValidationError("--target 127.0.0.1:PORT")
        }
        let transport = try HTTP2ClientTransport.Posix(
            target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: .plaintext,
            config: config, eventLoopGroup: MultiThreadedEventLoopGroup(numberOfThreads: 1))
        try await withGRPCClient(transport: transport) { client in
            let call = call(by: Rollcall_Bench_V1_BenchService.Client(wrapping: client))
            try await measure(call)
        }
    }

    private func call(
        by client: Rollcall_Bench_V1_BenchService.Client<HTTP2ClientTransport.Posix>
    ) -> @Sendable () async throws -> Void {
        switch method {
        case .echo:
            let request = Rollcall_Bench_V1_EchoRequest.with {
                $0.payload = Data(repeating: 0x61, count: size)
            }
            return {
                let response = try await client.echo(request)
                try check(response.payload.count == request.payload.count)
            }
        case .profile:
            let request = Rollcall_Bench_V1_GetProfileRequest.with {
                $0.userID = "0197a3e2-58c4-7b1e-9f5d-2c6a8e417b30"
            }
            return {
                let response = try await client.getProfile(request)
                try check(response.profile.hasPhoto)
            }
        }
    }

    private func measure(_ call: @escaping @Sendable () async throws -> Void) async throws {
        let warmUp = 2_000
        _ = try await closedLoop(call) { made, _ in made < warmUp / inFlight + 1 }
        let start = NIODeadline.now()
        let end = start + .nanoseconds(Int64(seconds * 1e9))
        let samples = try await closedLoop(call) { _, now in now < end }.sorted()
        let elapsed = Double((NIODeadline.now() - start).nanoseconds) / 1e9
        func microseconds(_ quantile: Double) -> String {
            "\(Double(samples[Int(Double(samples.count - 1) * quantile)]) / 1_000)"
        }
        report([
            "all_calls": "\(samples.count + (warmUp / inFlight + 1) * inFlight)",
            "calls": "\(samples.count)",
            "calls_per_second": "\(Double(samples.count) / elapsed)",
            "p50_us": microseconds(0.5), "p99_us": microseconds(0.99),
        ])
    }

    /// - Returns: how long each call took, in nanoseconds.
    private func closedLoop(
        _ call: @escaping @Sendable () async throws -> Void,
        while goesOn: @escaping @Sendable (_ made: Int, _ now: NIODeadline) -> Bool
    ) async throws -> [UInt32] {
        try await withThrowingTaskGroup(of: [UInt32].self) { group in
            for _ in 0..<inFlight {
                group.addTask {
                    var samples: [UInt32] = []
                    var start = NIODeadline.now()
                    while goesOn(samples.count, start) {
                        try await call()
                        let end = NIODeadline.now()
                        samples.append(UInt32(clamping: (end - start).nanoseconds))
                        start = end
                    }
                    return samples
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }
}

func check(_ isRight: Bool) throws {
    guard isRight else { throw RPCError(code: .dataLoss, message: "a wrong answer") }
}

/// One JSON object on one line, at once.
func report(_ fields: KeyValuePairs<String, String>) {
    let line = fields.map { "\"\($0)\":\($1)" }.joined(separator: ",")
    FileHandle.standardOutput.write(Data("{\(line)}\n".utf8))
}
