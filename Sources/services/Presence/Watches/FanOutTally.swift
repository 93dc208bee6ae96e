/// What watches were told since somebody last asked, for the metrics. Of changes that all who watch a user are
/// told: not of blocks, nor of what a hidden user sees of themselves.
struct FanOutTally: Sendable, Equatable {
    /// Changes, counted once for each watch that has the user.
    var changes = 0
    /// What watches were told of them: one delta stands for all changes that were gathered.
    var deltas = 0
    /// One for each turn in which the last watchers of a user heard of a change: how long the user had waited that
    /// waited longest, in milliseconds.
    var lags: [Int64] = []
}
