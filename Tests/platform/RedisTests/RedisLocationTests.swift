import RollcallBasics
import Testing

@testable import Redis

struct RedisLocationTests {
    @Test(
        arguments: [
            ("redis://localhost", [RedisLocation.Address.host("localhost", port: 6379)], nil, 0),
            ("redis://127.0.0.1:7000/3", [.host("127.0.0.1", port: 7000)], nil, 3),
            (
                "valkey://rollcall@h1,h2:7/", [.host("h1", port: 6379), .host("h2", port: 7)],
                "rollcall", 0
            ),
            ("redis://[::1]:8/1", [.host("::1", port: 8)], nil, 1),
            ("redis://my_redis", [.host("my_redis", port: 6379)], nil, 0),
            ("redis+unix:///run/redis.sock?db=2", [.socket("/run/redis.sock")], nil, 2),
            ("redis+unix:///run/redis.sock", [.socket("/run/redis.sock")], nil, 0),
        ] as [(String, [RedisLocation.Address], String?, UInt32)])
    func aURLIsRead(
        text: String, addresses: [RedisLocation.Address], user: String?, database: UInt32
    ) throws {
        let location = try RedisLocation(argument: text)
        #expect(
            location == RedisLocation(addresses: addresses, user: user, database: database))
    }

    @Test(arguments: [
        ("localhost:6379", Unusable.malformedRedisURL), ("redis://", .malformedRedisURL),
        ("redis://h:x/0", .malformedRedisURL), ("redis://h/x", .malformedRedisURL),
        ("redis://h/0?db=1", .malformedRedisURL), ("redis://h,/0", .malformedRedisURL),
        ("redis://@h/0", .malformedRedisURL), ("redis+unix://run", .malformedRedisURL),
        ("redis+unix:///run?x=1", .malformedRedisURL), ("http://h", .unknownRedisScheme),
        ("redis://user:secret@h/0", .redisPassword), ("redis://:secret@h/0", .redisPassword),
        ("rediss://h/0", .encryptedRedis),
    ])
    func whatIsNoneIsRefused(text: String, error: Unusable) {
        #expect(throws: error) { try RedisLocation(argument: text) }
        #expect(!error.description.contains("secret"))
    }

    @Test(arguments: [
        ("redis://localhost", true), ("redis://127.9.9.9", true), ("redis://[::1]", true),
        ("redis+unix:///s", true), ("redis://10.0.0.1", false), ("redis://localhost,other", false),
        ("redis://128.0.0.1", false),
    ])
    func thisMachineIsKnown(text: String, isLocal: Bool) throws {
        #expect(try RedisLocation(argument: text).isLocal == isLocal)
    }
}
