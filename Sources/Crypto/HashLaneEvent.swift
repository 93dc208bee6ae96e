/// What goes on in the hash lanes, for whoever counts it.
package enum HashLaneEvent: Equatable, Sendable {
    /// How many wait, and how many hashes run, from now on.
    case load(waiting: Int, running: Int)
    /// A hash begins, for whose lane its caller has waited.
    case began(waited: Duration)
    /// A hash was made.
    case done(took: Duration)
    /// A caller was refused.
    case shed
}
