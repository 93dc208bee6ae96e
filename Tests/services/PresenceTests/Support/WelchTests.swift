import TestSupport
import Testing

@Suite struct WelchTests {
    /// By hand: means 3 and 4.8, variances 2.5 and 1.7, of five values each.
    @Test func itIsTheDifferenceOfTheMeansByItsError() {
        let test = Welch([1, 2, 3, 4, 5], [3, 4, 5, 6, 6])
        #expect(abs(test.t - -1.9640) < 0.0001)
    }

    @Test func theLargestHundredthIsLeftOut() {
        let values = (0..<100).map { Double($0 % 2) }
        let test = Welch(values + [1e9], values + [1e12])
        #expect(test.means == [0.5, 0.5])
    }

    @Test func aDifferenceIsFoundAndChanceIsNot() {
        var numbers = TestNumbers(seed: 1)
        let series = (0..<3).map { shift in
            (0..<5000).map { _ in
                Double.random(in: 0..<100, using: &numbers) + (shift == 2 ? 5 : 0)
            }
        }
        #expect(abs(Welch(series[0], series[1]).t) < 4.5)
        #expect(abs(Welch(series[0], series[2]).t) > 4.5)
    }
}
