/// What happens in the hash workers, for the metrics.
package enum HashWorkerEvent: Equatable, Sendable {
    /// How many wait, and how many hashes run, from now on.
    case load(waiting: Int, running: Int)
    /// A hash begins, for whose worker its caller has waited.
    case began(waited: Duration)
    /// A hash was made.
    case done(took: Duration)
    /// A caller was refused.
    case shed
}
