import NIOCore
import RollcallCompression
import Testing

@Suite struct ZlibTests {
    @Test func whatWasCompressedComesBack() throws {
        for size in [0, 1, 63, 64, 1000, 32 * 1024, 100_000, 1_000_000] {
            let bytes = ByteBuffer(bytes: (0..<size).map { UInt8(truncatingIfNeeded: $0 / 7) })
            let compressed = try Zlib.compressed(bytes)
            #expect(try Zlib.decompressed(compressed, limit: size) == bytes)
        }
    }

    @Test func oneByteOverTheLimitIsTooLong() throws {
        for size in [1, 64, 32 * 1024, 100_000] {
            let compressed = try Zlib.compressed(ByteBuffer(repeating: 0, count: size))
            #expect(failure(of: compressed, limit: size - 1) == .tooLong)
        }
    }

    @Test func everyTruncationAndEveryTailIsMalformed() throws {
        let compressed = try Zlib.compressed(ByteBuffer(string: "to be, or not to be, that is it"))
        for length in 0..<compressed.readableBytes {
            let part = try #require(compressed.getSlice(at: 0, length: length))
            #expect(failure(of: part, limit: 99) == .malformed)
        }
        var longer = compressed
        longer.writeInteger(UInt8(0))
        #expect(failure(of: longer, limit: 99) == .malformed)
    }

    private func failure(of bytes: ByteBuffer, limit: Int) -> Zlib.Failure? {
        do {
            _ = try Zlib.decompressed(bytes, limit: limit)
            return nil
        } catch {
            return error
        }
    }
}
