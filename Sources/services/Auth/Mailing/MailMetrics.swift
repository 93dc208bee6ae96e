import Metrics

/// | metric | kind | |
/// | --- | --- | --- |
/// | `auth.mail` | counter | with the dimension `state`, a `State` |
/// | `auth.mail.pending` | meter | mails that wait |
/// | `auth.mail.age.seconds` | meter | seconds since the oldest of them was queued; 0 for none |
struct MailMetrics: Sendable {
    /// What happened to a mail.
    enum State: String, CaseIterable {
        case queued, sent, retried, dead
    }

    let mails: CounterSet<State>
    let pending, age: Meter

    init(_ factory: any MetricsFactory) {
        mails = CounterSet("auth.mail", "state", factory)
        pending = Meter(label: "auth.mail.pending", factory: factory)
        age = Meter(label: "auth.mail.age.seconds", factory: factory)
    }
}
