import ArgumentParser
import NIOCore
import RollcallRPC

struct UnaryLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unary", abstract: "Unary calls, always a number of them in flight.")

    @OptionGroup var options: LoadOptions
    @OptionGroup var shape: CallShape

    @Option(help: "Calls in flight, over all connections.")
    var inFlight = 64

    @Option(help: "Make so many calls, instead of as many as the time allows.")
    var calls: Int?

    func run() async throws {
        let clients = try options.makeClients()
        let loop = ClosedLoop(
            calls: (0..<inFlight).map { number in
                let client = clients.all[number % clients.all.count]
                return shape.call(by: BenchServiceClient(client))
            },
            executor: clients.executor)
        _ = try await loop.run(until: .calls(LoadOptions.warmUp))

        let processor = ProcessorTime.ofProcess()
        let start = NIODeadline.now()
        let end: ClosedLoop.End = calls.map { .calls($0) } ?? .instant(start + options.duration)
        let latencies = try await loop.run(until: end)
        let elapsed = (NIODeadline.now() - start).seconds
        let spent = ProcessorTime.ofProcess() - processor

        try report(
            latencies.fields(over: elapsed, warmUp: LoadOptions.warmUp),
            ["client_cpu_us": spent / .microseconds(1) / Double(latencies.count)])
    }
}

extension TimeAmount {
    var seconds: Double { Double(nanoseconds) / 1e9 }
}
