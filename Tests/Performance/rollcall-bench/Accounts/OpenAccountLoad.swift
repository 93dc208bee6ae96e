import ArgumentParser
import NIOCore
import RollcallRPC

struct OpenAccountLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Calls at a steady rate, whether or not those before were answered.")

    @OptionGroup var options: AccountLoadOptions

    @Option(help: "Calls a second, over all connections.")
    var rate: Double

    @Option(help: "Seconds of the same before those that are measured.")
    var warmUp = 0.0

    func run() async throws {
        let clients = try options.load.makeClients()
        let call = try await options.makeCalls(by: clients)
        let first = Int(rate * warmUp)
        let loop = OpenLoop(
            rate: rate, duration: options.load.duration + .nanoseconds(Int64(warmUp * 1e9)),
            eventLoop: clients.eventLoop, executor: clients.executor
        ) { number in
            (call, counts: number >= first)
        }
        // Where the calls are made, so that none waits for another thread to begin.
        let tally = try await withTaskExecutorPreference(clients.executor) {
            try await loop.run()
        }
        try report(tally.fields(over: options.load.seconds), ["offered_per_second": rate])
    }
}
