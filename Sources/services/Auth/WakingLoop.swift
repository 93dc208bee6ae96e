import RollcallBasics

/// The loop of something that works when it is woken, and again when its work has said so.
struct WakingLoop: Sendable {
    private let signal = AsyncSignal()

    /// Has the work done once more: once, however often this is said before it begins.
    func wake() {
        signal.signal()
    }

    /// Works at once, at every wake and after every pause, until it is cancelled. Called once.
    ///
    /// - Parameter work: adds to the group what it does not wait for; returns how long to wait if
    ///   nobody wakes it before, or nil when nothing is left.
    func run(_ work: (inout DiscardingTaskGroup) async -> Duration?) async {
        signal.reset()
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                if let pause = await work(&group) {
                    await signal.wait(atMost: pause)
                } else {
                    await signal.wait()
                }
            }
        }
    }
}
