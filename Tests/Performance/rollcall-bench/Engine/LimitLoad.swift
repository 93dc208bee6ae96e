import Admission
import ArgumentParser
import NIOCore
import Redis
import SharedLimits

struct LimitLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits",
        abstract: "Takes permits in a server of Redis or Valkey, as an instance of Auth does.")

    @Option(help: "The server, as redis+unix:///PATH or redis://HOST:PORT.")
    var engine: String

    @Option(help: "How many callers there are.")
    var callers = 10_000

    @Option(help: "Calls under way at a time.")
    var inFlight = 50

    @Option(help: "Seconds.")
    var seconds = 5

    func run() async throws {
        let limits = SharedLimits(try RedisLocation(argument: engine), name: "bench")
        defer { limits.close() }
        try await limits.join()
        let start = NIODeadline.now()
        let end = start + .seconds(Int64(seconds))
        let counts = await withTaskGroup(of: (Int, Int).self) { group in
            for first in 0..<inFlight {
                group.addTask { await take(drawnFrom: first, of: limits, until: end) }
            }
            return await group.reduce(into: (0, 0)) { $0 = ($0.0 + $1.0, $0.1 + $1.1) }
        }
        let time = Double((NIODeadline.now() - start).nanoseconds) / 1e9
        try report(["calls_per_second": Double(counts.0) / time, "failed": counts.1])
    }

    /// - Returns: how many calls were answered, and how many not.
    private func take(
        drawnFrom first: Int, of limits: SharedLimits, until end: NIODeadline
    ) async -> (Int, Int) {
        let rate = GCRA(1_000_000, per: 1_000_000, burst: 1_000_000)
        var (done, failed, draw) = (0, 0, UInt64(first))
        while NIODeadline.now() < end {
            draw = draw &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let use = SharedLimits.Use(of: "\(Int(draw >> 33) % callers)", at: rate)
            if (try? await limits.take([use])) != nil { done += 1 } else { failed += 1 }
        }
        return (done, failed)
    }
}
