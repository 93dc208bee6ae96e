import Testing

@testable import Storage

struct ReadBatchSizeTests {
    /// Notes full batches, each of which takes a time for itself and one for each read.
    private func settled(_ size: ReadBatchSize, away: Double, eachRead: Double) -> ReadBatchSize {
        var size = size
        for _ in 0..<10 {
            size.note(size.limit, took: .seconds(away + eachRead * Double(size.limit)))
        }
        return size
    }

    @Test(arguments: [(0.0002, 0.0001), (0.03, 0.0001)])
    func aServerThatIsFastOrFarGetsLargeBatches(away: Double, eachRead: Double) {
        let size = settled(ReadBatchSize(1), away: away, eachRead: eachRead)
        #expect(size.limit == ReadBatchSize.most)
    }

    @Test func aServerThatTakesLongForEachReadGetsThemOneByOne() {
        let fast = settled(ReadBatchSize(1), away: 0, eachRead: 0.0001)
        #expect(settled(fast, away: 0, eachRead: 0.2).limit == 1)
        #expect(settled(ReadBatchSize(1), away: 0, eachRead: 0.2).limit == 1)
    }

    @Test(arguments: [0.005, 0.01, 0.02, 0.04])
    func aBatchIsAnsweredInATenthOfASecond(eachRead: Double) {
        let size = settled(ReadBatchSize(1), away: 0, eachRead: eachRead)
        #expect(size.limit > 1 && Double(size.limit) * eachRead <= 0.1)
    }

    /// It says nothing of what a full one would take.
    @Test func aBatchThatIsNotFullMakesNoneLarger() {
        var size = settled(ReadBatchSize(1), away: 0, eachRead: 0.04)
        let limit = size.limit
        size.note(1, took: .milliseconds(1))
        #expect(size.limit == limit)
    }
}
