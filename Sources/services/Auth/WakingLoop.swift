/// The loop of something that works when it is told to, and again when its work has said so.
final class WakingLoop: Sendable {
    private let (wakes, waker) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Has the work done once more: once, however often this is said before it begins.
    func wake() {
        waker.yield()
    }

    /// Works at once, at every wake and after every pause, until it is cancelled. Called once.
    ///
    /// - Parameter work: adds to the group what it does not wait for; returns how long to wait if
    ///   nobody wakes it before, or nil when nothing is left.
    func run(_ work: (inout DiscardingTaskGroup) async -> Duration?) async {
        wake()
        await withDiscardingTaskGroup { group in
            // The one alarm that is set; others would only pile up.
            var alarm: ContinuousClock.Instant?
            for await _ in wakes {
                guard let pause = await work(&group) else { continue }
                let now = ContinuousClock.now
                let due = now + pause
                if let alarm, alarm > now, alarm <= due { continue }
                alarm = due
                group.addTask {
                    try? await Task.sleep(until: due, clock: .continuous)
                    self.wake()
                }
            }
        }
    }
}
