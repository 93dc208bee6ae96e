/// What every metric of the processes says, by its label in swift-metrics: the HELP line of
/// Prometheus, and the unit that its name ends with. It is the same in every process, as
/// node_exporter puts the files of all of them together.
enum MetricsCatalogue {
    struct Entry {
        let help: String
        /// A base unit of Prometheus; nil for a number of things, and for what is a time anyway.
        let unit: String?

        init(_ help: String, unit: String? = nil) {
            self.help = help
            self.unit = unit
        }
    }

    static let entries: [String: Entry] = process.merging(calls) { $1 }.merging(tokens) { $1 }
        .merging(auth) { $1 }.merging(profile) { $1 }.merging(presence) { $1 }

    private static let process = [
        "build.info": Entry("1; the version is a label."),
        "start.time": Entry("When the process started, since 1970.", unit: "seconds"),
        "serving": Entry("1 while calls are answered, 0 while they are refused."),
        "dependency.good": Entry(
            "1 while what the service needs is as it should be, 0 while it is not."),
        "disk.free": Entry(
            "What can still be written to the disk of the data directory.", unit: "bytes"),
        "disk.size": Entry("The disk of the data directory.", unit: "bytes"),
        "certificate.expiry.timestamp": Entry(
            "When the certificate ends that TLS endpoints show, since 1970.", unit: "seconds"),
    ]

    private static let calls = [
        "rpc.server.calls.started": Entry("Calls that have begun."),
        "rpc.server.calls.completed": Entry("Calls that have ended, by their status."),
        "rpc.server.calls.refused": Entry("Calls that were not taken up, by the reason."),
        "rpc.server.calls.running": Entry("Calls that run now."),
        "rpc.server.calls.duration": Entry("How long calls took."),
        "rpc.server.messages.received": Entry("Messages of calls that were received."),
        "rpc.server.messages.sent": Entry("Messages of calls that were sent."),
        "rpc.server.bytes.received": Entry("Bytes of the messages that were received."),
        "rpc.server.bytes.sent": Entry("Bytes of the messages that were sent."),
        "rollcall_connections_refused": Entry("Connections that were closed, by the limit."),
    ]

    private static let tokens = [
        "tokens.checks": Entry("Access tokens that were checked, by how it went."),
        "tokens.revocations.age": Entry(
            "How long ago revocations were last heard of.", unit: "seconds"),
        "tokens.revocations.lost": Entry("How often the stream of revocations was lost."),
    ]

    private static let profile = [
        "profile.notices": Entry("Notices to users, by what Auth has answered."),
        "profile.notices.waiting": Entry("Notices to users that Auth does not have yet."),
        "profile.notices.age": Entry("How long ago the oldest of these was made.", unit: "seconds"),
        "profile.reports.photo.bytes": Entry("Bytes of photos that only open reports keep."),
    ]

    private static let presence = [
        "presence.users": Entry("Users that Presence knows of."),
        "presence.users.visible": Entry("Users whom others see online or away, by their state."),
        "presence.leases": Entry("Devices that are online."),
        "presence.attached": Entry("Streams of devices that are open."),
        "presence.watches": Entry("Watches that are open."),
        "presence.watches.users": Entry("Users watched, counted once for each watch."),
        "presence.renewals": Entry("Signs of life of devices."),
        "presence.lease.ends": Entry("Leases that have ended, by their cause."),
        "presence.detection.delay": Entry("How long after its time a lease has ended."),
        "presence.changes": Entry(
            "Changes of users, counted once for each watch that has the user."),
        "presence.deltas": Entry(
            "What watches were told of these changes. One delta stands for all that were gathered."),
        "presence.fan_out.lag": Entry(
            "From a change until the last watch was woken for it: the longest of each turn."),
        "presence.journal.rows": Entry("Rows written so that a restart finds them again."),
        "presence.journal.failures": Entry("Attempts to write these rows that failed."),
    ]

    private static let auth = [
        "auth.sign_ups": Entry("Sign-ups, by their outcome."),
        "auth.sign_ins": Entry("Sign-ins, by their outcome."),
        "auth.sign_ins.refused": Entry("Wrong sign-ins, by what was wrong."),
        "auth.limits": Entry("What was counted against a limit, and what it refused."),
        "auth.hash.depth": Entry("Passwords that wait to be hashed."),
        "auth.hash.running": Entry("Passwords that are hashed now."),
        "auth.hash.wait": Entry("How long passwords waited to be hashed."),
        "auth.hash.time": Entry("How long hashes took."),
        "auth.hash.shed": Entry("Passwords that were not hashed, as too many waited."),
        "auth.refreshes": Entry("Refresh tokens that came in, by what became of them."),
        "auth.sessions.ended": Entry("Sessions that have ended, by the reason."),
        "auth.revocations": Entry("Sessions of whose end the other services were told."),
        "auth.revocations.watchers": Entry("Services that follow the revocations now."),
        "auth.mail": Entry("Mails, by what became of them."),
        "auth.mail.pending": Entry("Mails that wait to be sent."),
        "auth.mail.age": Entry("How long ago the oldest of these was queued.", unit: "seconds"),
    ]
}
