import Testing

@Suite struct MannWhitneyTests {
    private func durations(_ numbers: [Int]) -> [Duration] {
        numbers.map { .milliseconds($0) }
    }

    /// Against the values of scipy.stats.mannwhitneyu(method="asymptotic").
    @Test func itIsTheTestThatOthersCallSo() {
        let apart = MannWhitney(durations(Array(1...10)), durations(Array(6...15)))
        #expect(abs(apart.p - 0.005_075_392_315) < 1e-9)
        let equal = MannWhitney(durations([1, 2, 3, 4]), durations([1, 2, 3, 4]))
        #expect(equal.p > 0.99)
        let same = MannWhitney(durations([5, 5, 5]), durations([5, 5, 5]))
        #expect(same.p == 1)
    }

    @Test func aSmallDifferenceIsFoundInManySamples() {
        let left = (0..<500).map { _ in Duration.microseconds(Int.random(in: 900...1100)) }
        let right = (0..<500).map { _ in Duration.microseconds(Int.random(in: 950...1150)) }
        #expect(MannWhitney(left, right).p < 0.001)
    }
}
