import Admission
import Redis
import TestRedis
import TestSupport
import Testing

@testable import SharedLimits

/// The scripts beside `GCRA`, at times that the test chooses.
@Suite(.onEachRedis) struct LimitScriptsTests {
    private static let rates = [
        GCRA(3, per: 1_000, burst: 3), GCRA(1, per: 50, burst: 1), GCRA(10, per: 900, burst: 25),
        // The largest that an operator can ask for.
        GCRA(1, per: 2_592_000_000, burst: 1_000_000),
    ]

    @Test func randomHistoriesHaveTheSameAnswersAsGCRA() async throws {
        let server = try RedisServer()
        let connection = RedisConnection(server.location)
        defer { connection.close() }
        for seed in 1...20 {
            try server.ask("FLUSHALL")
            var history = History(connection, seed: UInt64(seed))
            for _ in 0..<200 { try await history.step() }
        }
    }

    private struct History {
        private let connection: RedisConnection
        private let take: RedisScript
        private var random: TestNumbers
        /// So late that no key expires meanwhile.
        private var now: Int64 = 4_000_000_000_000
        /// Of each rate one bucket.
        private var dues = LimitScriptsTests.rates.map { _ in Int64.min }
        private var taken: [Int] = []

        init(_ connection: RedisConnection, seed: UInt64) {
            self.connection = connection
            random = TestNumbers(seed: seed)
            let source = String(decoding: PackageResources.take_lua, as: UTF8.self)
            let clocked = source.replacing(
                "call('TIME')", with: "{ ARGV[#ARGV - 1], ARGV[#ARGV] }")
            take = RedisScript(Array(clocked.utf8))
        }

        mutating func step() async throws {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: now += .random(in: 0...2_000, using: &random)
            case 1: now -= .random(in: 0...1_000, using: &random)
            case 2: try await refund()
            case 3 where random.chance(1, in: 4): try await clear()
            default:
                now += .random(in: 0...60, using: &random)
                try await takeSome()
            }
        }

        private mutating func takeSome() async throws {
            let count = Int.random(in: 1...3, using: &random)
            let chosen = (0..<count).map { _ in Int.random(in: dues.indices, using: &random) }
            let numbers = chosen.flatMap { index -> [RedisArgument] in
                let rate = LimitScriptsTests.rates[index]
                return [.integer(rate.spacing), .integer(rate.burst)]
            }
            let time = [RedisArgument.integer(now / 1_000), .integer(now % 1_000 * 1_000)]
            let reply = try await connection.send(
                take.command(keys: chosen.map { "bucket\($0)" }, numbers + time))
            #expect(try reply.list.map { try $0.integer } == expected(chosen))
        }

        /// What the script has to answer.
        private mutating func expected(_ chosen: [Int]) -> [Int64] {
            let before = dues
            for (position, index) in chosen.enumerated() {
                if let wait = LimitScriptsTests.rates[index].take(&dues[index], now: now) {
                    let due = chosen[..<position].contains(index) ? before[index] : dues[index]
                    dues = before
                    // A refused take remembers only that a clock was set back.
                    if before[index] > now { dues[index] = due }
                    return [Int64(position + 1), wait]
                }
            }
            taken += chosen
            return [0] + chosen.map { dues[$0] - now }
        }

        private mutating func refund() async throws {
            guard let index = taken.popLast() else { return }
            let rate = LimitScriptsTests.rates[index]
            rate.refund(&dues[index])
            _ = try await connection.send(
                LimitScripts.refund.command(
                    keys: ["bucket\(index)"], [.integer(rate.spacing)]))
        }

        private mutating func clear() async throws {
            let index = Int.random(in: dues.indices, using: &random)
            dues[index] = .min
            _ = try await connection.send(RedisCommand("UNLINK", "bucket\(index)"))
        }
    }
}
