import RollcallBasics
import RollcallCrypto

/// How long to wait after failures in a row: twice as long each time, up to a limit, and by chance
/// up to half less, so that those who failed together do not come back together.
package struct Backoff: Sendable {
    package var first = Duration.milliseconds(100)
    package var limit = Duration.seconds(15)

    package init() {}

    init(first: Duration, limit: Duration) {
        self.first = first
        self.limit = limit
    }

    /// - Parameters:
    ///   - failures: from 1.
    ///   - chance: from 0 up to 1.
    func pause(afterFailures failures: Int, chance: Double) -> Duration {
        let doublings = min(max(failures, 1) - 1, 30)
        let whole = min(first * (1 << doublings), limit)
        return whole * (1 - chance / 2)
    }
}

extension RandomSource {
    /// A number from 0 up to 1.
    func chance() throws -> Double {
        let bits = UInt32(bigEndianBytes: try bytes(4))
        return Double(bits) / 4_294_967_296
    }
}
