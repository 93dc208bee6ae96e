import Testing

@testable import RollcallRPC

@Suite struct ReceiveBufferSizeTests {
    /// The sizes before each of some reads, and behind them, with as many bytes as `count` says of a size.
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

    @Test func whatIsSilentGivesItBack() {
        var size = ReceiveBufferSize()
        _ = sizes(&size, over: 14) { $0 }
        let found = sizes(&size, over: 40) { _ in 20 }
        #expect(found.first == 65_536)
        #expect(found.last == 64)
        #expect(zip(found, found.dropFirst()).allSatisfy { $1 == $0 || $1 == $0 / 2 })
    }
}
