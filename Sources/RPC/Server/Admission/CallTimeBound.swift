import NIOCore

/// How long the calls of an RPC may take.
public struct CallTimeBound: Sendable, Equatable {
    /// The time of a call whose caller names none; nil: as long as it takes, within `longest`.
    public var unasked: Duration? { usual.map { Duration($0) } }
    /// What a caller may ask for at most; a longer time is shortened to it.
    public var longest: Duration? { most.map { Duration($0) } }
    // As each call is held to them.
    private let usual: TimeAmount?
    private let most: TimeAmount?

    public init(unasked: Duration? = nil, longest: Duration? = nil) {
        usual = unasked.map { TimeAmount($0) }
        most = longest.map { TimeAmount($0) }
    }

    /// Beyond a year there is no deadline in effect, and no overflow on the way there.
    private static let year: UInt64 = 31_536_000_000_000

    /// The time of a call.
    ///
    /// - Parameter asked: `Open.timeout_us`, whatever stands there; 0 names no time.
    func timeout(asked: UInt64) -> TimeAmount? {
        let asked = asked > 0 ? TimeAmount.microseconds(Int64(min(asked, Self.year))) : usual
        guard let asked, let most else { return asked ?? most }
        return min(asked, most)
    }
}
