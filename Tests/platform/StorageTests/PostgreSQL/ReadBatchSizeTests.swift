import Testing

@testable import Storage

struct ReadBatchSizeTests {
    /// The size after ten full batches, each of which takes a time for itself and one for each
    /// read.
    private func settled(_ size: Int = 1, away: Double, eachRead: Double) -> Int {
        (0..<10).reduce(size) { size, _ in
            ReadBatchSize.next(
                after: size, size, took: .seconds(away + eachRead * Double(size)))
        }
    }

    @Test(arguments: [(0.0002, 0.0001), (0.03, 0.0001)])
    func aServerThatIsFastOrFarGetsLargeBatches(away: Double, eachRead: Double) {
        #expect(settled(away: away, eachRead: eachRead) == ReadBatchSize.most)
    }

    @Test func aServerThatTakesLongForEachReadGetsThemOneByOne() {
        let fast = settled(away: 0, eachRead: 0.0001)
        #expect(settled(fast, away: 0, eachRead: 0.2) == 1)
        #expect(settled(away: 0, eachRead: 0.2) == 1)
    }

    @Test(arguments: [0.005, 0.01, 0.02, 0.04])
    func aBatchIsAnsweredInATenthOfASecond(eachRead: Double) {
        let size = settled(away: 0, eachRead: eachRead)
        #expect(size > 1 && Double(size) * eachRead <= 0.1)
    }

    /// It says nothing of what a full one would take.
    @Test func aBatchThatIsNotFullMakesNoneLarger() {
        let size = settled(away: 0, eachRead: 0.04)
        #expect(ReadBatchSize.next(after: size, 1, took: .milliseconds(1)) == size)
    }
}
