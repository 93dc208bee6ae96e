import ArgumentParser
import Foundation
import NIOCore
import Presence
import Redis
import RollcallCrypto

struct RenewalLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "renewals",
        abstract: "Renews leases in a server of Redis or Valkey, as an instance of Presence does.")

    @Option(help: "The server, as redis+unix:///PATH or redis://HOST:PORT.")
    var engine: String

    @Option(help: "How many users have a lease.")
    var users = 10_000

    @Option(help: "Renewals under way at a time; 0 only keeps the engine's clock going.")
    var inFlight = 64

    @Option(help: "Renewals in one call at most.")
    var together = LeaseEngineConfiguration().renewalsPerCall

    @Option(help: "Seconds.")
    var seconds = 5

    @Option(
        help: """
            A file for what a call of so many renewals has last, for redis-benchmark -x, which \
            draws the leases at random.
            """)
    var call: String?

    func run() async throws {
        var configuration = LeaseEngineConfiguration()
        configuration.renewalsPerCall = together
        let engine = LeaseEngine(try RedisLocation(argument: engine), configuration: configuration)
        defer { engine.close() }
        // Without it the engine's clock stands still, and no deadline moves.
        async let _ = LeaseKeeper(engine) {
            Int64(NIODeadline.now().uptimeNanoseconds / 1_000_000)
        }.run()
        let renewals = try await begin(on: engine)
        if let call {
            let rest = Renewal.encoded(renewals.prefix(1)).dropFirst(12)
            let renewal = Array("__rand_int__".utf8) + rest
            try Data(repeatElement(renewal, count: together).joined())
                .write(to: URL(fileURLWithPath: call))
        }
        let (start, startCPU) = (NIODeadline.now(), ProcessorTime.ofProcess())
        let end = start + .seconds(Int64(seconds))
        if inFlight == 0 { return try await Task.sleep(for: .seconds(seconds)) }
        let counts = await withTaskGroup(of: (Int, Int).self) { group in
            for first in 0..<inFlight {
                group.addTask { await renew(renewals, drawnFrom: first, on: engine, until: end) }
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

    /// Begins leases that differ in their first 12 bytes alone, those of the lease and of its user
    /// together: decimal digits, as redis-benchmark puts them in place of `__rand_int__`.
    private func begin(on engine: LeaseEngine) async throws -> [Renewal] {
        let common = try idWithoutZeros().bytes[4...]
        var renewals: [Renewal] = []
        for number in 0..<users {
            let digits = Array(String(1_000_000_000_000 + number).utf8.dropFirst())
            guard let user = UUIDv7(bytes: digits[8...] + common) else {
                throw ValidationError("an id of a user is none")
            }
            let lease = EngineLease(
                id: UInt64(bigEndianBytes: digits[..<8]), device: 1, session: user,
                duration: 300_000)
            _ = try await engine.begin(lease, of: user)
            renewals.append(Renewal(lease: lease.id, user: user))
        }
        return renewals
    }

    /// redis-benchmark finds nothing to replace after a byte that is zero.
    private func idWithoutZeros() throws -> UUIDv7 {
        let ids = UUIDv7Generator { Int64(Date().timeIntervalSince1970 * 1000) }
        while true {
            let id = try ids.next()
            if !id.bytes[4...].contains(0) { return id }
        }
    }

    /// - Returns: how many were renewed, and how many not.
    private func renew(
        _ renewals: [Renewal], drawnFrom first: Int, on engine: LeaseEngine, until end: NIODeadline
    ) async -> (Int, Int) {
        var (done, failed, draw) = (0, 0, UInt64(first))
        while NIODeadline.now() < end {
            // Knuth's linear congruential generator: the system's costs as much as a renewal.
            draw = draw &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let answer = try? await engine.renew(renewals[Int(draw >> 33) % renewals.count])
            if answer?.duration == 300_000 { done += 1 } else { failed += 1 }
        }
        return (done, failed)
    }
}
