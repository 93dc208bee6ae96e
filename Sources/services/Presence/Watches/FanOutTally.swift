/// Counts changes that all watchers of a user see, since the last call. Changes that one viewer
/// sees, such as blocks, are not counted.
struct FanOutTally: Sendable, Equatable {
    /// Changes, counted once for each watch that has the user.
    var changes = 0
    /// Presences that were sent for them. One is sent for all changes that were gathered.
    var deltas = 0
    /// For each turn that reached the last watchers of a user: the longest time since such a user's
    /// change, in milliseconds.
    var lags: [Int64] = []
}
