/// What Auth does on its own, beside answering calls.
extension AuthParts {
    /// Works until it is cancelled.
    func runInBackground() async {
        await withDiscardingTaskGroup { group in
            for outbox in peers.outboxes { group.addTask { await outbox.run() } }
            group.addTask { await signUpRecovery().run() }
            if let mail { group.addTask { await mail.run() } }
            group.addTask { await resetRequests.run() }
            group.addTask { await housekeeping().run() }
            group.addTask { await clockWatch().run() }
            group.addTask { await rotation.run() }
            group.addTask { await rehashes.run() }
            group.addTask { await takeDownNotices().run() }
            group.addTask { await tokenProbe().run() }
        }
    }

    func signUpRecovery() -> SignUpRecovery {
        SignUpRecovery(
            store: store, underWay: underWay, outbox: peers.profileOutbox,
            pause: configuration.recoveryPause, logger: logger)
    }

    private func housekeeping() -> Housekeeping {
        Housekeeping(store: store, clock: clock, uptime: environment.uptime, logger: logger)
    }

    private func clockWatch() -> ClockWatch {
        ClockWatch(store: store, clock: clock, uptime: environment.uptime, logger: logger)
    }

    func takeDownNotices() -> TakeDownNotices {
        TakeDownNotices(
            store: store, names: peers.names, notices: notices, clock: clock,
            poll: configuration.noticePoll, backoff: configuration.outboxBackoff, random: random,
            warningTime: configuration.noticeWarningTime, logger: logger)
    }

    private func tokenProbe() -> TokenProbe {
        TokenProbe(peerServices: peers, interval: configuration.tokenProbeInterval)
    }
}
