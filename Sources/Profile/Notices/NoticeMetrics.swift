import Metrics

/// What is said of notices. Instances that share a database say the same of those that wait.
///
/// | metric | kind | |
/// | --- | --- | --- |
/// | `profile.notices` | counter | with the dimension `state`: `sent`, `refused` |
/// | `profile.notices.waiting` | meter | notices that Auth does not have yet |
/// | `profile.notices.age` | meter | seconds since the oldest of them was made; 0 for none |
struct NoticeMetrics: Sendable {
    let sent: Counter
    let refused: Counter
    let waiting: Meter
    let age: Meter

    init(_ factory: any MetricsFactory) {
        func counter(_ state: String) -> Counter {
            Counter(label: "profile.notices", dimensions: [("state", state)], factory: factory)
        }
        (sent, refused) = (counter("sent"), counter("refused"))
        waiting = Meter(label: "profile.notices.waiting", factory: factory)
        age = Meter(label: "profile.notices.age", factory: factory)
    }
}
