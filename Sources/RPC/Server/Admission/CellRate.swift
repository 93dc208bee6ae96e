/// So many units in so much time, spread evenly but for a burst: the generic cell rate algorithm
/// (ITU-T I.371), which needs one instant a meter. In ticks of whatever clock its caller has.
package struct CellRate: Equatable, Sendable {
    /// Ticks between two units at the steady rate. Rounded up: a limit is never looser than
    /// it says.
    package let spacing: Int64
    /// Units that may be taken at once.
    package let burst: Int64

    /// - Parameters:
    ///   - count: units in `window`, from 1.
    ///   - window: ticks, from 1.
    ///   - burst: from 1.
    package init(_ count: Int64, per window: Int64, burst: Int64) {
        spacing = max(1, (window + count - 1) / count)
        self.burst = burst
    }

    /// Takes a unit, if there is one.
    ///
    /// - Parameter due: the meter: when the next unit would be taken if its owner kept to the steady
    ///   rate. One that is not in the future is as good as new.
    /// - Returns: the ticks until there is a unit; nil when one was taken.
    package func take(_ due: inout Int64, now: Int64) -> Int64? {
        // A clock that was set back makes nobody wait longer than a burst lasts. The bound is kept in
        // the meter: otherwise that time would begin anew with each attempt.
        due = min(max(due, now), now + spacing * burst)
        let wait = due - now - spacing * (burst - 1)
        guard wait <= 0 else { return wait }
        due += spacing
        return nil
    }

    /// Undoes a `take`, if the meter was not cleared since.
    package func giveBack(_ due: inout Int64) {
        if due > .min + spacing { due -= spacing }
    }
}
