/// Since when a stream has sent nothing, in whole seconds of the leases' clock. It has four bytes,
/// as there is one for each stream.
struct QuietSince: Comparable, Sendable {
    private let seconds: Int32

    /// - Parameter time: in milliseconds of the leases' clock.
    init(_ time: Int64) {
        seconds = Int32(clamping: time / 1_000)
    }

    static func < (one: QuietSince, other: QuietSince) -> Bool {
        one.seconds < other.seconds
    }
}
