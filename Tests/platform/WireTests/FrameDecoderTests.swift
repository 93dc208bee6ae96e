import NIOCore
import RollcallWire
import Testing

@Suite struct FrameDecoderTests {
    /// Some frames of every shape, and their bytes.
    private static func sample() -> (frames: [Frame], bytes: [UInt8]) {
        var bytes = ByteBuffer()
        bytes.writeFrame(.hello, meta: Hello(minVersion: 1, maxVersion: 1))
        bytes.writeFrame(.ping, flags: .acknowledgement, body: UInt64.max)
        bytes.writeFrame(
            .open, flags: [.message, .end], streamID: 0x7FFF_FFFF, meta: Open(method: "a/b"),
            body: ByteBuffer(repeating: 7, count: 300))
        bytes.writeFrameHeader(FrameHeader(payloadLength: 0, type: 99, flags: .ignorable))
        bytes.writeFrame(.window, streamID: 3, body: UInt32(1))
        let all = Array(bytes.readableBytesView)
        return (decode([all]) ?? [], all)
    }

    /// The frames in some pieces of bytes, nil when they are refused.
    private static func decode(_ pieces: [some Sequence<UInt8>]) -> [Frame]? {
        var decoder = FrameDecoder(limits: FrameLimits())
        var frames: [Frame] = []
        do {
            for piece in pieces {
                decoder.append(ByteBuffer(bytes: piece))
                while let frame = try decoder.next() { frames.append(frame) }
            }
            return frames
        } catch { return nil }
    }

    @Test func everyFieldOfAHeaderCrosses() throws {
        let frames = Self.sample().frames
        #expect(frames.map(\.header.type) == [1, 7, 2, 99, 6])
        #expect(frames[1].header.flags == .acknowledgement)
        #expect(frames[2].header.streamID == 0x7FFF_FFFF)
        #expect(try Open(serialized: frames[2].meta).method == "a/b")
        #expect(frames[2].body == ByteBuffer(repeating: 7, count: 300))
        #expect(frames[4].body.getInteger(at: frames[4].body.readerIndex, as: UInt32.self) == 1)
    }

    @Test func everySplitInTwoGivesTheSameFrames() {
        let (frames, bytes) = Self.sample()
        for split in 0...bytes.count {
            #expect(Self.decode([bytes[..<split], bytes[split...]]) == frames)
        }
    }

    /// So that the reader can read into the same storage again.
    @Test func aReadIsNotHeldOnceItsFramesAreGone() throws {
        let (frames, bytes) = Self.sample()
        for length in [bytes.count, bytes.count - 1, 20, 1] {
            var decoder = FrameDecoder(limits: FrameLimits())
            var read = ByteBuffer(bytes: bytes.prefix(length))
            decoder.append(read)
            while try decoder.next() != nil {}
            #expect(read.modifyIfUniquelyOwned { _ in true } == true)
            decoder.append(ByteBuffer(bytes: bytes.dropFirst(length)))
            var last: Frame?
            while let frame = try decoder.next() { last = frame }
            #expect(length == bytes.count || last == frames.last)
        }
    }

    @Test func singleBytesGiveTheSameFrames() {
        let (frames, bytes) = Self.sample()
        #expect(Self.decode(bytes.map { CollectionOfOne($0) }) == frames)
    }

    @Test func aLookBetweenReadsMakesNoDifference() {
        let (frames, bytes) = Self.sample()
        for split in 1..<bytes.count - 1 {
            for next in [split + 1, (split + bytes.count) / 2, bytes.count - 1] {
                var decoder = FrameDecoder(limits: FrameLimits())
                var decoded: [Frame] = []
                decoder.append(ByteBuffer(bytes: bytes[..<split]))
                decoder.append(ByteBuffer(bytes: bytes[split..<next]))
                while let frame = try? decoder.next() { decoded.append(frame) }
                decoder.append(ByteBuffer(bytes: bytes[next...]))
                while let frame = try? decoder.next() { decoded.append(frame) }
                #expect(decoded == frames)
                #expect(!decoder.isInsideFrame)
            }
        }
    }

    @Test func everyTruncationGivesTheFramesThatAreWhole() {
        let (frames, bytes) = Self.sample()
        for length in 0..<bytes.count {
            let decoded = Self.decode([bytes[..<length]])
            #expect(decoded == Array(frames.prefix(decoded?.count ?? -1)))
        }
    }

    @Test func aLengthOverTheLimitIsRefusedWithItsThirdByte() {
        var decoder = FrameDecoder(limits: FrameLimits())
        decoder.append(ByteBuffer(bytes: [0xFF, 0xFF]))
        #expect(throws: Never.self) { try decoder.next() }
        decoder.append(ByteBuffer(bytes: [0xFF]))
        #expect(throws: FrameError.payloadTooLong(0xFF_FFFF)) { try decoder.next() }
    }

    @Test func theLargestFrameIsTakenAndOneByteMoreIsNot() {
        let limits = FrameLimits()
        for (meta, body, isTaken) in [
            (limits.maximumMeta, limits.maximumBody, true),
            (limits.maximumMeta + 1, 0, false), (0, limits.maximumBody + 1, false),
        ] {
            var bytes = ByteBuffer()
            bytes.writeFrameHeader(
                FrameHeader(payloadLength: meta + body, type: 2, metaLength: meta))
            bytes.writeRepeatingByte(0, count: meta + body)
            #expect((Self.decode([bytes.readableBytesView]) != nil) == isTaken)
        }
    }

    @Test func randomBytesAreFramesOrAreRefused() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...40)).map { index in
                index % 12 < 2 ? 0 : UInt8.random(in: 0...255, using: &generator)
            }
            let frames = Self.decode([bytes]) ?? []
            let size = frames.reduce(0) { $0 + FrameHeader.size + $1.header.payloadLength }
            #expect(size <= bytes.count)
        }
    }

    @Test func aHundredThousandEmptyFramesInOneReadAreTakenOneByOne() throws {
        var bytes = ByteBuffer()
        let header = FrameHeader(payloadLength: 0, type: 3, streamID: 1)
        for _ in 0..<100_000 { bytes.writeFrameHeader(header) }
        var decoder = FrameDecoder(limits: FrameLimits())
        decoder.append(bytes)
        var count = 0
        while let frame = try decoder.next() {
            count += frame.header == header ? 1 : 0
        }
        #expect(count == 100_000)
    }
}
