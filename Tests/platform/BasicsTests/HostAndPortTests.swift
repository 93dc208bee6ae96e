import RollcallBasics
import Testing

@Suite struct HostAndPortTests {
    @Test(
        arguments: [
            ("example.org", "example.org", nil), ("example.org:25", "example.org", 25),
            ("192.0.2.1:65535", "192.0.2.1", 65_535), ("[2001:db8::1]", "2001:db8::1", nil),
            ("[::1]:8080", "::1", 8080), ("my_redis_1:6379", "my_redis_1", 6379),
        ] as [(String, String, UInt16?)])
    func aHostStandsWithAndWithoutAPort(text: String, host: String, port: UInt16?) throws {
        let place = try #require(HostAndPort(text[...]))
        #expect(place.host == host)
        #expect(place.port == port)
    }

    @Test(arguments: [
        "", ":25", "a:", "a:0", "a:65536", "a:b", "a:1:2", "-a", ".a", "_a", "user@a", "a/b", "ä",
        "[::1", "[::1]8080", "[1.2.3.4]", "[a]", "[::g]", "2001:db8::1",
    ])
    func whatIsNoHostAndPortIsNone(text: String) {
        #expect(HostAndPort(text[...]) == nil)
    }

    @Test(arguments: [
        ("localhost", true, false), ("LocalHost", true, false), ("127.9.9.9", true, true),
        ("[::1]", true, true), ("128.0.0.1", false, true), ("127.0.0", false, false),
        ("127.0.0.256", false, false), ("[2001:db8::1]", false, true),
        ("0127.0.0.1", false, false), ("127.0.0.01", false, false), ("0.0.0.0", false, true),
    ])
    func addressesAndThisMachineAreKnown(text: String, isLoopback: Bool, isAddress: Bool) throws {
        let place = try #require(HostAndPort(text[...]))
        #expect(place.isLoopback == isLoopback)
        #expect(place.isAddress == isAddress)
    }

    @Test(arguments: [
        "+127.0.0.1", "127.+0.0.1", "127.-0.0.1", "127..0.1", "127.0.0.1.", "127.0.0.1 ", "127.0.0",
        "",
    ])
    func whatIsNoAddressIsNotThisMachine(text: String) {
        #expect(!text.isLoopbackHost)
    }
}
