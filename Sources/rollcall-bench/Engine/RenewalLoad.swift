import ArgumentParser
import Foundation
import NIOCore
import Redis
import RollcallCrypto
import SharedLeases

struct RenewalLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "renewals",
        abstract: "Renews leases in a server of Redis or Valkey, as an instance of Presence does.")

    @Option(help: "The server, as redis+unix:///PATH or redis://HOST:PORT.")
    var engine: String

    @Option(help: "How many users have a lease.")
    var users = 10_000

    @Option(help: "Renewals under way at a time.")
    var inFlight = 64

    @Option(help: "Renewals in one call at most.")
    var together = LeaseEngineConfiguration().renewalsPerCall

    @Option(help: "Seconds.")
    var seconds = 5

    @Option(help: "A file for what a call of so many renewals has last, for redis-benchmark -x.")
    var call: String?

    func run() async throws {
        var configuration = LeaseEngineConfiguration()
        configuration.renewalsPerCall = together
        let engine = LeaseEngine(try RedisLocation(argument: engine), configuration: configuration)
        defer { engine.close() }
        let renewals = try await begin(on: engine)
        if let call {
            try Data(Renewal.encoded(renewals.prefix(together)))
                .write(to: URL(fileURLWithPath: call))
        }
        let (start, startCPU) = (NIODeadline.now(), ProcessorTime.ofProcess())
        let end = start + .seconds(Int64(seconds))
        let counts = await withTaskGroup(of: (Int, Int).self) { group in
            for first in 0..<inFlight {
                group.addTask { await renew(renewals, from: first, on: engine, until: end) }
            }
            return await group.reduce(into: (0, 0)) { $0 = ($0.0 + $1.0, $0.1 + $1.1) }
        }
        let time = Double((NIODeadline.now() - start).nanoseconds) / 1e9
        let cpu = (ProcessorTime.ofProcess() - startCPU) / .nanoseconds(1)
        try report([
            "renewals_per_second": Double(counts.0) / time,
            "failed": counts.1,
            "script": LeaseEngine.renewalScript,
            "cpu_us": cpu / 1e3 / Double(max(1, counts.0)),
        ])
    }

    private func begin(on engine: LeaseEngine) async throws -> [Renewal] {
        let ids = UUIDv7Generator { Int64(Date().timeIntervalSince1970 * 1000) }
        var renewals: [Renewal] = []
        while renewals.count < users {
            let user = try ids.next()
            let lease = EngineLease(
                id: .random(in: 1 ... .max), device: 1, session: user, duration: 300_000)
            // redis-benchmark sends no bytes that are zero.
            let renewal = Renewal(lease: lease.id, user: user)
            guard !Renewal.encoded([renewal]).contains(0) else { continue }
            _ = try await engine.begin(lease, of: user)
            renewals.append(renewal)
        }
        return renewals
    }

    /// - Returns: how many were renewed, and how many not.
    private func renew(
        _ renewals: [Renewal], from first: Int, on engine: LeaseEngine, until end: NIODeadline
    ) async -> (Int, Int) {
        var (done, failed, next) = (0, 0, first)
        while NIODeadline.now() < end {
            let answer = try? await engine.renew(renewals[next % renewals.count])
            if answer?.duration == 300_000 { done += 1 } else { failed += 1 }
            next += inFlight
        }
        return (done, failed)
    }
}
