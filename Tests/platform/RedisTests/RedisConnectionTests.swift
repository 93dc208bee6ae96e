import Foundation
import Redis
import TestRedis
import TestSupport
import Testing

@Suite(.onEachRedis) struct RedisConnectionTests {
    @Test func commandsAreAnsweredInTheirOrder() async throws {
        let server = try RedisServer()
        let connection = RedisConnection(server.location)
        defer { connection.close() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<2_000 {
                group.addTask {
                    let word = "word\(number)"
                    let reply = try await connection.send(
                        RedisCommand("ECHO", word), number % 2 == 0 ? .first : .rest)
                    #expect(try reply.text == word)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func whatTheServerRefusesIsAnError() async throws {
        let server = try RedisServer()
        let connection = RedisConnection(server.location)
        defer { connection.close() }
        await #expect(throws: RedisError.self) { try await connection.send(RedisCommand("NONE")) }
        // The others go on.
        #expect(try await connection.send(RedisCommand("PING")).text == "PONG")
    }

    @Test func aScriptThatTheServerHasForgottenIsToldAgain() async throws {
        let server = try RedisServer()
        let connection = RedisConnection(server.location)
        defer { connection.close() }
        let script = RedisScript(Array("return ARGV[1]".utf8))
        for word in ["a", "b"] {
            #expect(try await connection.send(script.command(keys: [], [.text(word)])).text == word)
            try server.ask("SCRIPT", "FLUSH")
        }
    }

    @Test func theServersDeathIsNoticedAndItsReturn() async throws {
        let server = try RedisServer()
        let connection = RedisConnection(server.location)
        defer { connection.close() }
        #expect(try await connection.send(RedisCommand("PING")).text == "PONG")
        try server.kill()
        await #expect(throws: RedisError.self) {
            while true { _ = try await connection.send(RedisCommand("PING")) }
        }
        try await eventually { connection.trouble != nil }
        // At once, and nothing was done.
        guard let trouble = connection.trouble else { return }
        await #expect(throws: trouble) { try await connection.send(RedisCommand("PING")) }
        try server.start()
        try await eventually { connection.trouble == nil }
        #expect(try await connection.send(RedisCommand("PING")).text == "PONG")
    }

    @Test func aServerThatFallsSilentIsGivenUp() async throws {
        let server = try RedisServer()
        var configuration = RedisConfiguration()
        configuration.timeout = .milliseconds(300)
        configuration.connectTimeout = .milliseconds(300)
        let connection = RedisConnection(server.location, configuration: configuration)
        defer { connection.close() }
        #expect(try await connection.send(RedisCommand("PING")).text == "PONG")
        try server.setFrozen(true)
        await #expect(throws: RedisError.unknownOutcome) {
            try await connection.send(RedisCommand("SET", "a", "1"))
        }
        try server.setFrozen(false)
        try await eventually {
            (try? await connection.send(RedisCommand("PING")).text) == "PONG"
        }
    }

    @Test func whatWaitsIsBoundedAndRenewalsGoFirst() async throws {
        let server = try RedisServer()
        var configuration = RedisConfiguration()
        configuration.queueLimit = 4
        configuration.window = 1
        let connection = RedisConnection(server.location, configuration: configuration)
        defer { connection.close() }
        #expect(try await connection.send(RedisCommand("PING")).text == "PONG")
        try server.setFrozen(true)
        let order = Order()
        connection.submit(RedisCommand("PING")) { _ in order.note("sent") }
        // The first is sent; four of each rank wait, and the rest is refused.
        try await elapse(.milliseconds(50))
        for _ in 0..<6 {
            connection.submit(RedisCommand("PING")) {
                order.note($0 == .failure(.overloaded) ? "shed" : "rest")
            }
        }
        for _ in 0..<4 {
            connection.submit(RedisCommand("PING"), .first) { _ in order.note("first") }
        }
        try server.setFrozen(false)
        try await eventually { order.notes.count == 11 }
        let expected =
            ["shed", "shed", "sent"] + Array(repeating: "first", count: 4)
            + Array(repeating: "rest", count: 4)
        #expect(order.notes == expected)
    }

    @Test func afterCloseNothingIsTaken() async throws {
        let server = try RedisServer()
        let connection = RedisConnection(server.location)
        #expect(try await connection.send(RedisCommand("PING")).text == "PONG")
        connection.close()
        await #expect(throws: RedisError.closed) { try await connection.send(RedisCommand("PING")) }
    }
}
