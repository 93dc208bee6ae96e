import NIOCore
import RollcallRPC
import Testing

@testable import HTTPServing

struct ProxyHeaderTests {
    private static let signature: [UInt8] = [13, 10, 13, 10, 0, 13, 10, 0x51, 0x55, 0x49, 0x54, 10]

    /// - Parameter command: with the version.
    private func header(
        _ addresses: [UInt8], _ command: UInt8 = 0x21, _ family: UInt8 = 0x11, tail: [UInt8] = []
    ) -> [UInt8] {
        let length = UInt16(addresses.count + tail.count)
        return Self.signature + [command, family, UInt8(length >> 8), UInt8(length & 0xFF)]
            + addresses + tail
    }

    private let v4: [UInt8] = [203, 0, 113, 7, 10, 0, 0, 1, 0x12, 0x34, 0, 80]
    private let v6: [UInt8] =
        [0x20, 1, 0x0D, 0xB8] + Array(repeating: 0, count: 11) + [7]
        + Array(repeating: 1, count: 16) + [0, 1, 0, 80]

    private func read(_ bytes: [UInt8]) throws -> ProxyHeader? {
        var buffer = ByteBuffer(bytes: bytes)
        return try ProxyHeader.read(from: &buffer)
    }

    @Test func theClientIsTheSourceThatAProxyNames() throws {
        #expect(try read(header(v4)) == .client(try #require(IPAddress("203.0.113.7"))))
        #expect(try read(header(v6, 0x21, 0x21)) == .client(try #require(IPAddress("2001:db8::7"))))
        let mapped = Array(repeating: UInt8(0), count: 10) + [0xFF, 0xFF, 203, 0, 113, 7]
        #expect(
            try read(header(mapped + v6.dropFirst(16), 0x21, 0x21))
                == .client(try #require(IPAddress("203.0.113.7"))))
    }

    @Test func aProxysOwnConnectionAndOneWithoutAnAddressAreTheProxys() throws {
        #expect(try read(header([], 0x20, 0)) == .proxy)
        #expect(try read(header(v4, 0x20, 0x11)) == .proxy)
        #expect(try read(header([1, 2, 3], 0x21, 0)) == .proxy)
        #expect(try read(header(Array(repeating: 47, count: 216), 0x21, 0x31)) == .proxy)
    }

    @Test func whatFollowsIsLeftAndWhatAProxySaysBesidesIsSkipped() throws {
        var buffer = ByteBuffer(bytes: header(v4, tail: [3, 0, 4, 1, 2, 3, 4]))
        buffer.writeString("GET /")
        #expect(try ProxyHeader.read(from: &buffer) != nil)
        #expect(String(buffer: buffer) == "GET /")
    }

    @Test func aHeaderInPiecesIsReadOnceItIsWhole() throws {
        let whole = header(v6, 0x21, 0x21, tail: [4, 0, 1, 0])
        for count in whole.indices { #expect(try read(Array(whole[..<count])) == nil) }
    }

    @Test func whatIsNoHeaderIsSeenAtItsFirstWrongByte() throws {
        for index in Self.signature.indices {
            var bytes = Array(Self.signature[...index])
            bytes[index] ^= 1
            #expect(throws: ProxyHeader.Malformed.self) { try read(bytes) }
        }
        let wrong: [[UInt8]] = [
            header(v4, 0x11, 0x11), header(v4, 0x22, 0x11), header(v4, 0x21, 0x12),
            header(v4, 0x21, 0x41), header(Array(v4.dropLast()), 0x21, 0x11),
            header(v4, 0x21, 0x21), Self.signature + [0x21, 0x11, 4, 1],
            Array("GET / HTTP/1.1".utf8),
        ]
        for bytes in wrong { #expect(throws: ProxyHeader.Malformed.self) { try read(bytes) } }
    }

    @Test func randomBytesEndNoProcess() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...60, using: &generator)
            let rest = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            _ = try? read(Self.signature + rest)
        }
    }
}
