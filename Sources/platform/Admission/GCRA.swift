/// The generic cell rate algorithm (ITU-T I.371): a token bucket that needs one instant. It allows
/// so many permits in so much time, spread evenly but for a burst. In ticks of its caller's clock.
package struct GCRA: Hashable, Sendable {
    /// Ticks between two permits at the steady rate. Rounded up: a limit is never looser than
    /// it says.
    package let spacing: Int64
    /// Permits that may be taken at once.
    package let burst: Int64

    /// - Parameters:
    ///   - count: permits in `window`, from 1.
    ///   - window: ticks, from 1.
    ///   - burst: from 1.
    package init(_ count: Int64, per window: Int64, burst: Int64) {
        spacing = max(1, (window + count - 1) / count)
        // No sum of instants overflows, whatever an operator has asked for.
        self.burst = min(burst, .max / 4 / spacing)
    }

    /// The rate of one of `count` processes that each count for themselves. Together they allow no
    /// more, but for a burst of at least one each.
    package func share(of count: Int) -> GCRA {
        GCRA(1, per: spacing * Int64(count), burst: max(1, burst / Int64(count)))
    }

    /// Takes a permit, if there is one.
    ///
    /// - Parameter due: the bucket: when the next permit would be taken at the steady rate. A
    ///   bucket whose instant is not in the future is full.
    /// - Returns: the ticks until there is a permit; nil when one was taken.
    package func take(_ due: inout Int64, now: Int64) -> Int64? {
        // A clock that was set back makes nobody wait longer than a burst lasts. The instant has to
        // be kept: otherwise that time would begin anew with each attempt.
        due = min(max(due, now), now + spacing * burst)
        let wait = due - now - spacing * (burst - 1)
        guard wait <= 0 else { return wait }
        due += spacing
        return nil
    }

    /// Undoes a `take`, if the bucket was not cleared since.
    package func refund(_ due: inout Int64) {
        if due > .min + spacing { due -= spacing }
    }
}
