import Foundation
import Redis
import TestRedis
import TestSupport
import Testing

@Suite(.onEachRedis) struct RedisFitnessTests {
    @Test func aServerThatEvictsIsRefused() async throws {
        let server = try RedisServer(options: ["--maxmemory-policy", "allkeys-lru"])
        let message = await refusal(server.location)
        #expect(message?.contains("maxmemory-policy is allkeys-lru") == true)
        #expect(message?.contains("noeviction") == true)
    }

    @Test func aServerThatBeganToEvictIsRefusedAtTheNextConnection() async throws {
        let server = try RedisServer()
        let connection = RedisConnection(server.location)
        defer { connection.close() }
        #expect(try await connection.send(RedisCommand("PING")).text == "PONG")
        try server.ask("CONFIG", "SET", "maxmemory-policy", "volatile-ttl")
        try server.ask("CLIENT", "KILL", "TYPE", "normal")
        try await eventually {
            if case .unfit = connection.trouble { true } else { false }
        }
        try server.ask("CONFIG", "SET", "maxmemory-policy", "noeviction")
        try await eventually { connection.trouble == nil }
    }

    @Test func aReplicaIsRefusedAndAPrimaryBesideItIsFound() async throws {
        let (primary, replica) = (try RedisServer(), try RedisServer())
        try replica.ask("REPLICAOF", "127.0.0.1", "1")
        #expect(await refusal(replica.location)?.contains("replica") == true)
        let both = RedisLocation(
            addresses: [.socket(replica.socket), .socket(primary.socket)])
        let connection = RedisConnection(both)
        defer { connection.close() }
        #expect(try await connection.send(RedisCommand("PING")).text == "PONG")
    }

    @Test func aPrimaryThatBecomesAReplicaIsLeft() async throws {
        let (first, second) = (try RedisServer(), try RedisServer())
        let connection = RedisConnection(
            RedisLocation(addresses: [.socket(first.socket), .socket(second.socket)]))
        defer { connection.close() }
        _ = try await connection.send(RedisCommand("SET", "where", "first"))
        try second.ask("SET", "where", "second")
        try first.ask("REPLICAOF", "127.0.0.1", "1")
        try await eventually {
            guard (try? await connection.send(RedisCommand("SET", "a", "1"))) != nil else {
                return false
            }
            return (try? await connection.send(RedisCommand("GET", "where")).text) == "second"
        }
    }

    @Test func aPasswordIsGivenAndItsLackIsSaid() async throws {
        let server = try RedisServer(options: ["--requirepass", "secret"])
        #expect(await refusal(server.location)?.contains("asks for a password") == true)
        #expect(await refusal(server.location, password: "wrong")?.contains("not accept") == true)
        var configuration = RedisConfiguration()
        configuration.password = "secret"
        let connection = RedisConnection(server.location, configuration: configuration)
        defer { connection.close() }
        #expect(try await connection.send(RedisCommand("PING")).text == "PONG")
    }

    @Test func aDatabaseIsSelectedAtEachConnection() async throws {
        let server = try RedisServer()
        let connection = RedisConnection(
            RedisLocation(addresses: [.socket(server.socket)], database: 3))
        defer { connection.close() }
        _ = try await connection.send(RedisCommand("SET", "a", "1"))
        try server.ask("CLIENT", "KILL", "TYPE", "normal")
        try await eventually {
            (try? await connection.send(RedisCommand("GET", "a")).text) == "1"
        }
        #expect(try server.ask("-n", "3", "EXISTS", "a") == "1")
    }

    @Test func aServerOnAnotherMachineIsRefusedUnlessAllowed() async throws {
        // TEST-NET-1 (RFC 5737): nobody is there, and nothing is sent.
        let location = try RedisLocation(argument: "redis://192.0.2.1/0")
        #expect(await refusal(location)?.contains("stunnel") == true)
    }

    /// What a connection says that is not made.
    private func refusal(_ location: RedisLocation, password: String? = nil) async -> String? {
        var configuration = RedisConfiguration()
        configuration.password = password
        let connection = RedisConnection(location, configuration: configuration)
        defer { connection.close() }
        do {
            _ = try await connection.send(RedisCommand("PING"))
            return nil
        } catch {
            switch error {
            case .unfit(let sentence), .unavailable(let sentence), .refusesWrites(let sentence):
                return sentence
            default: return "\(error)"
            }
        }
    }
}
