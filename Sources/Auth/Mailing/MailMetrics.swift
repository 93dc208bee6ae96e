import Metrics

/// | metric | kind | |
/// | --- | --- | --- |
/// | `auth.mail` | counter | with the dimension `state`: `queued`, `sent`, `retried`, `dead` |
/// | `auth.mail.pending` | meter | mails that wait |
struct MailMetrics: Sendable {
    let queued: Counter
    let sent: Counter
    let retried: Counter
    let dead: Counter
    let pending: Meter

    init(_ factory: any MetricsFactory) {
        func counter(_ state: String) -> Counter {
            Counter(label: "auth.mail", dimensions: [("state", state)], factory: factory)
        }
        queued = counter("queued")
        sent = counter("sent")
        retried = counter("retried")
        dead = counter("dead")
        pending = Meter(label: "auth.mail.pending", factory: factory)
    }
}
