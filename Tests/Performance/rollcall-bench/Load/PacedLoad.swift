import ArgumentParser
import NIOCore
import RollcallRPC

struct PacedLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "paced",
        abstract: "Unary calls at a steady rate, whether or not those before were answered.")

    @OptionGroup var options: LoadOptions
    @OptionGroup var shape: CallShape

    @Option(help: "Calls a second, over all connections.")
    var rate = 1_000.0

    @Option(help: "One call in so many sleeps instead, and does not count.")
    var sleeperEvery: Int?

    @Option(help: "Microseconds that a sleeper sleeps.")
    var sleep: UInt32 = 5_000

    @Flag(help: "Download 64 KiB messages on the first connection all the while.")
    var bulk = false

    func run() async throws {
        let clients = try options.makeClients()
        let calls = clients.all.map { shape.call(by: BenchServiceClient($0)) }
        // Without the deadline: an error would end it.
        var patient = shape
        patient.deadline = nil
        let warmUp = ClosedLoop(
            calls: clients.all.map { patient.call(by: BenchServiceClient($0)) },
            executor: clients.executor)
        _ = try await warmUp.run(until: .calls(min(LoadOptions.warmUp, Int(rate))))

        let bulk = bulk ? BulkDownload(by: clients.first, on: clients.executor) : nil
        // Where the calls are made, so that none waits for another thread to begin.
        let tally = try await withTaskExecutorPreference(clients.executor) {
            try await openLoop(calls, clients).run()
        }
        let downloads: Figures =
            if let bulk { ["bulk_megabytes_per_second": await bulk.stop()] } else { [:] }
        try report(tally.fields(over: options.seconds), ["offered_per_second": rate], downloads)
    }

    private func openLoop(_ calls: [Call], _ clients: Clients) -> OpenLoop {
        let client = clients.first
        let request = SleepRequest(microseconds: sleep)
        let sleeper: Call = { _ = try await client.sleep(request) }
        return OpenLoop(
            rate: rate, duration: options.duration, eventLoop: clients.eventLoop,
            executor: clients.executor
        ) { [sleeperEvery] number in
            if let sleeperEvery, number % sleeperEvery == 0 { return (sleeper, counts: false) }
            return (calls[number % calls.count], counts: true)
        }
    }
}

/// A download that goes on until it is stopped.
struct BulkDownload {
    private let start = NIODeadline.now()
    private let task: Task<Int, Never>

    init(by client: BenchServiceClient, on executor: (any TaskExecutor)?) {
        task = Task(executorPreference: executor) {
            var bytes = 0
            let chunks = try? await client.download(DownloadRequest(count: .max, size: 65_536))
            while let chunk = try? await chunks?.next() { bytes += chunk.payload.count }
            return bytes
        }
    }

    /// - Returns: how fast it was, in MB/s.
    func stop() async -> Double {
        let elapsed = NIODeadline.now() - start
        task.cancel()
        return Double(await task.value) / elapsed.seconds / 1e6
    }
}
