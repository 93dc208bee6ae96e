import RollcallWire
import TestSupport
import Testing

/// A way to a peer that sends as fast as the window and the way allow.
private struct Way {
    /// Nanoseconds from credit to the bytes that it is for.
    var roundTrip: Double
    /// Bytes a nanosecond.
    var speed: Double
    /// How many times longer than that it takes, at worst.
    var noise = 1.0

    private static let bounds = 256 * 1024...4 * 1024 * 1024
    private var now = 1_000.0
    private var search = WindowSearch()
    /// The same noise in every run. One run in several hundred has noise that looks like a faster
    /// way for long.
    private var generator = TestNumbers(seed: 1)
    private(set) var window = bounds.lowerBound

    init(roundTrip: Double, speed: Double, noise: Double = 1) {
        self.roundTrip = roundTrip
        self.speed = speed
        self.noise = noise
    }

    /// - Returns: the mean window.
    mutating func transfer(windows: Int, mayGrow: Bool = true) -> Double {
        var sum = 0.0
        for _ in 0..<windows {
            now += max(roundTrip, Double(window) / speed) * delay()
            sum += Double(window)
            window = search.window(
                afterReading: window, at: UInt64(now), from: window, within: Self.bounds,
                mayGrow: mayGrow)
        }
        return sum / Double(windows)
    }

    private mutating func delay() -> Double {
        Double.random(in: 1...noise.nextUp, using: &generator)
    }
}

@Suite struct WindowSearchTests {
    @Test func aLongAndFastWayGetsTheLargestWindow() {
        var way = Way(roundTrip: 50e6, speed: 1)
        _ = way.transfer(windows: 40)
        #expect(way.transfer(windows: 1000) > 3.8 * 1024 * 1024)
    }

    @Test func aWindowEndsUpNearWhatTheWayHolds() {
        // 1 MiB is under way at any time.
        var way = Way(roundTrip: 10e6, speed: 0.105)
        _ = way.transfer(windows: 100)
        let mean = way.transfer(windows: 1000) / 1024 / 1024
        #expect(mean > 0.9 && mean < 1.3)
    }

    @Test(arguments: [1.0, 3.0])
    func aShortWayKeepsTheSmallestWindow(noise: Double) {
        var way = Way(roundTrip: 100e3, speed: 1, noise: noise)
        _ = way.transfer(windows: 100)
        #expect(way.transfer(windows: 5000) < 1.5 * 256 * 1024)
    }

    @Test func aWindowShrinksAgainWhenTheWayHasBecomeShort() {
        var way = Way(roundTrip: 50e6, speed: 1)
        _ = way.transfer(windows: 100)
        way.roundTrip = 100e3
        _ = way.transfer(windows: 300)
        #expect(way.transfer(windows: 1000) < 1.5 * 256 * 1024)
    }

    @Test func aWindowDoesNotGrowForAnApplicationThatReadsSlowly() {
        var way = Way(roundTrip: 50e6, speed: 1)
        #expect(way.transfer(windows: 500, mayGrow: false) == 256 * 1024)
    }
}
