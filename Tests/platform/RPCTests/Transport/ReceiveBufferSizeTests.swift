import TestSupport
import Testing

@testable import RollcallRPC

@Suite struct ReceiveBufferSizeTests {
    /// The sizes before each of some reads, and behind them, with as many bytes as `count` says of
    /// a size.
    private func sizes(
        _ size: inout ReceiveBufferSize, over reads: Int, _ count: (Int) -> Int
    ) -> [Int] {
        (0..<reads).map { _ in
            let before = size.nextBufferSize() ?? 0
            _ = size.record(actualReadBytes: count(before))
            return before
        } + [size.nextBufferSize() ?? 0]
    }

    /// So an access token, which is read once, leaves no larger buffer behind.
    @Test func threeFullReadsLeaveItAsItIs() {
        var size = ReceiveBufferSize()
        #expect(sizes(&size, over: 3) { $0 } == [256, 256, 256, 256])
        #expect(sizes(&size, over: 1) { $0 - 1 } == [256, 256])
        #expect(sizes(&size, over: 3) { $0 } == [256, 256, 256, 256])
    }

    @Test func whatGoesOnComingFindsALargeOneSoon() {
        var size = ReceiveBufferSize()
        let found = sizes(&size, over: 14) { $0 }
        #expect(Array(found.prefix(6)) == [256, 256, 256, 256, 512, 1024])
        #expect(found.last == 65_536)
        #expect(found.max() == 65_536)
    }

    @Test func afterEightSmallBurstsTheSizeIsTheSmallest() {
        var size = ReceiveBufferSize()
        _ = sizes(&size, over: 14) { $0 }
        // The first one ends the burst that did not fit.
        #expect(sizes(&size, over: 9) { _ in 20 } == Array(repeating: 65_536, count: 9) + [64])
    }

    /// A level-triggered socket: what is left behind a read is read at once.
    ///
    /// - Returns: the reads that the burst took.
    private func read(_ burst: Int, with size: inout ReceiveBufferSize) -> Int {
        var (left, reads) = (burst, 0)
        while left > 0 {
            let count = min(left, size.nextBufferSize() ?? 0)
            _ = size.record(actualReadBytes: count)
            left -= count
            reads += 1
        }
        return reads
    }

    @Test func framesOfOneSizeSettleAtOneReadEach() {
        let unsettled = (1...16_384).filter { frame in
            var size = ReceiveBufferSize()
            for _ in 0..<8 { _ = read(frame, with: &size) }
            let reads = (0..<40).reduce(0) { reads, _ in reads + read(frame, with: &size) }
            return reads > 40 || size.nextBufferSize() ?? 0 > max(64, 2 * frame)
        }
        #expect(unsettled == [])
    }

    /// A large frame among small ones, at least every eighth.
    @Test(arguments: 1...200)
    func mixedFramesSettleAtOneReadEach(seed: UInt64) {
        var numbers = TestNumbers(seed: seed)
        let frames = (0..<Int.random(in: 1...8, using: &numbers)).map { _ in
            Int.random(in: 1...1 << Int.random(in: 0...14, using: &numbers), using: &numbers)
        }
        var size = ReceiveBufferSize()
        for _ in 0..<8 { for frame in frames { _ = read(frame, with: &size) } }
        let reads = (0..<10).map { _ in frames.map { read($0, with: &size) } }
        #expect(reads.allSatisfy { $0.allSatisfy { $0 == 1 } }, "\(frames)")
    }

    @Test(arguments: 1...200)
    func afterAnyPastSmallFramesMakeTheSizeTheSmallest(seed: UInt64) {
        var numbers = TestNumbers(seed: seed)
        var size = ReceiveBufferSize()
        for _ in 0..<Int.random(in: 0...100, using: &numbers) {
            _ = read(Int.random(in: 1...100_000, using: &numbers), with: &size)
        }
        // One that may end a burst, and fewer than eight that may be of a series already.
        for _ in 0..<16 { _ = read(20, with: &size) }
        #expect(size.nextBufferSize() == 64)
    }
}
