import NIOCore
import Testing

@testable import ConnectHTTP

struct GzipTests {
    private static let texts = [0, 1, 255, 256, 257, 5000, 200_000].map { size in
        ByteBuffer(bytes: (0..<size).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) })
    }

    @Test(arguments: texts)
    func whatIsCompressedComesBack(text: ByteBuffer) throws {
        let packed = Gzip.compress(text)
        #expect(try Gzip.decompress(packed, limit: text.readableBytes) == text)
    }

    @Test(arguments: texts.filter { $0.readableBytes > 0 })
    func aByteMoreThanAllowedIsRefused(text: ByteBuffer) {
        let packed = Gzip.compress(text)
        #expect(throws: Gzip.Failure.tooLarge) {
            try Gzip.decompress(packed, limit: text.readableBytes - 1)
        }
    }

    @Test func whatIsCutOffAnywhereIsRefused() {
        let packed = Gzip.compress(ByteBuffer(string: "some text, some text, and more"))
        for length in 0..<packed.readableBytes {
            #expect(throws: Gzip.Failure.malformed) {
                try Gzip.decompress(packed.getSlice(at: 0, length: length) ?? packed, limit: 1000)
            }
        }
    }

    @Test func whatStandsBehindTheEndIsRefused() {
        var packed = Gzip.compress(ByteBuffer(string: "text"))
        packed.writeString("x")
        #expect(throws: Gzip.Failure.malformed) { try Gzip.decompress(packed, limit: 1000) }
    }
}
