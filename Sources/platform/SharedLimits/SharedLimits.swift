import Admission
import Redis
import Synchronization

/// Token buckets in a server of Redis or Valkey (the *engine*), which several instances share. They
/// count by the engine's clock, and expire when they are full.
///
/// While the engine is away, `take` throws. The instance then counts alone, at the share that
/// `instances` gives it. A permit whose `take` has an unknown outcome may count in the engine, too,
/// until its time is over: so it is never given out twice, and at worst counts twice.
package final class SharedLimits: Sendable {
    /// A use of a bucket.
    package struct Use: Sendable {
        /// Names the bucket, and no person.
        let bucket: String
        let rate: GCRA

        package init(of bucket: String, at rate: GCRA) {
            (self.bucket, self.rate) = (bucket, rate)
        }
    }

    package enum Answer: Equatable, Sendable {
        /// The milliseconds until each bucket is full.
        case taken([Int64])
        /// The first bucket without a permit, and the milliseconds until it has one.
        case refused(Int, wait: Int64)
    }

    private struct State {
        var trouble: RedisError?
        /// Two before any are known: who is alone needs no engine.
        var instances = 2
    }

    /// How often an instance says that it runs, and after how long without that it is forgotten.
    private static let (beat, memory) = (Duration.seconds(2), Int64(20_000))
    /// Lua counts exactly up to 2^53. What a bucket may hold is bounded by half of it, which is
    /// 142,000 years.
    private static let exact: Int64 = 1 << 52

    private let location: RedisLocation
    /// What all keys begin with.
    private let name: String
    private let connection: RedisConnection
    private let instance = RedisArgument.integer(.random(in: 0 ... .max))
    private let state = Mutex(State())

    /// Begins to connect. Call `close` at the end.
    ///
    /// - Parameter name: what all keys begin with.
    package init(_ location: RedisLocation, name: String, redis: RedisConfiguration = .init()) {
        var redis = redis
        // Calls wait for an answer no longer than this; more of them are counted here.
        (redis.timeout, redis.connectTimeout) = (.milliseconds(300), .milliseconds(300))
        redis.queueLimit = 4_096
        redis.refusesWhileReconnecting = true
        (self.location, self.name) = (location, name)
        connection = RedisConnection(location, configuration: redis)
    }

    package func close() {
        connection.close()
    }

    /// Instances that were heard lately, with this one.
    package var instances: Int { state.withLock { $0.instances } }

    /// Why the engine does not count, for an operator; nil if it does.
    package var trouble: String? {
        state.withLock { $0.trouble }?.sentence(of: location)
    }

    /// Tells the engine that this instance runs, until it is cancelled.
    package func run() async {
        repeat { try? await join() } while (try? await Task.sleep(for: Self.beat)) != nil
    }

    /// Tells the engine once that this instance runs.
    ///
    /// - Throws: `RedisError`; `unfit` for a server that cannot be used.
    package func join() async throws(RedisError) {
        let call = LimitScripts.join.command(
            keys: [name + ":instances"], [instance, .integer(Self.memory)])
        let count = try await send(call, .first).integer
        state.withLock { $0.instances = max(1, Int(count)) }
    }

    private func send(
        _ command: RedisCommand, _ rank: RedisRank = .rest
    ) async throws(RedisError) -> RedisReply {
        do throws(RedisError) {
            let reply = try await connection.send(command, rank)
            state.withLock { $0.trouble = nil }
            return reply
        } catch {
            state.withLock { $0.trouble = error }
            throw error
        }
    }
}

extension SharedLimits {
    /// Takes a permit of each bucket, all or none, in one round trip.
    ///
    /// - Throws: `RedisError`, also if the engine has not answered for 300 ms.
    package func take(_ uses: [Use]) async throws(RedisError) -> Answer {
        let rates = uses.map(\.rate).flatMap { rate -> [RedisArgument] in
            [.integer(rate.spacing), .integer(min(rate.burst, Self.exact / rate.spacing))]
        }
        let reply = try await send(LimitScripts.take.command(keys: keys(uses.map(\.bucket)), rates))
        let numbers = try Self.numbers(reply)
        guard let index = numbers.first else { throw .malformedReply }
        guard index > 0 else { return .taken(Array(numbers.dropFirst())) }
        guard index <= uses.count, numbers.count == 2 else { throw .malformedReply }
        return .refused(Int(index) - 1, wait: numbers[1])
    }

    /// Gives permits back. If that cannot be sent, they come back by themselves in time.
    package func refund(_ uses: [Use]) {
        let spacings = uses.map { RedisArgument.integer($0.rate.spacing) }
        submit(LimitScripts.refund.command(keys: keys(uses.map(\.bucket)), spacings))
    }

    /// Fills a bucket. If that cannot be sent, it is filled in time.
    package func clear(_ bucket: String) {
        submit(Self.clearing(keys([bucket])))
    }

    /// Fills buckets.
    ///
    /// - Throws: `RedisError`.
    package func forget(_ buckets: [String]) async throws(RedisError) {
        _ = try await send(Self.clearing(keys(buckets)))
    }

    /// The milliseconds until buckets are full; not above 0 for those that are.
    ///
    /// - Throws: `RedisError`.
    package func used(_ buckets: [String]) async throws(RedisError) -> [Int64] {
        try Self.numbers(try await send(LimitScripts.used.command(keys: keys(buckets), [])))
    }

    /// A page of the buckets that are not full, about as many as `limit`.
    ///
    /// - Parameter cursor: that of the page before; empty for the first page.
    /// - Returns: the cursor is empty after the last page.
    /// - Throws: `RedisError`.
    package func buckets(
        after cursor: String, limit: Int
    ) async throws(RedisError) -> (buckets: [String], cursor: String) {
        let reply = try await send(
            RedisCommand(
                "SCAN", "\(UInt64(cursor) ?? 0)", "MATCH", name + ":*/*", "COUNT", "\(limit)"))
        let parts = try reply.list
        guard parts.count == 2 else { throw .malformedReply }
        let keys = try parts[1].list.map { key throws(RedisError) in try key.text }
        let next = try parts[0].text
        return (keys.map { String($0.dropFirst(name.count + 1)) }, next == "0" ? "" : next)
    }

    private func keys(_ buckets: [String]) -> [String] { buckets.map { "\(name):\($0)" } }

    private func submit(_ command: RedisCommand) {
        connection.submit(command) { _ in }
    }

    private static func clearing(_ keys: [String]) -> RedisCommand {
        RedisCommand([.text("UNLINK")] + keys.map { .text($0) })
    }

    private static func numbers(_ reply: RedisReply) throws(RedisError) -> [Int64] {
        try reply.list.map { number throws(RedisError) in try number.integer }
    }
}
