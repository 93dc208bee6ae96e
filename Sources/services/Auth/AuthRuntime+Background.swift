import RollcallBasics

/// What Auth does on its own, beside answering calls.
extension AuthRuntime {
    /// Works until it is cancelled.
    @Sendable package func run() async {
        for provider in identities.withoutButton {
            environment.logger.warning(
                "a provider has no secret: the pages have no button for it",
                metadata: ["identity.provider": "\(provider.configuration.name)"])
        }
        await withDiscardingTaskGroup { group in
            for outbox in peers.outboxes { group.addTask { await outbox.run() } }
            group.addTask { await signUpsUnderWay.run(signUps.giveUpAbandoned) }
            if let mail { group.addTask { await mail.run() } }
            group.addTask { await resetRequests.queue.run(resetRequests.look) }
            group.addTask { await housekeeping().run() }
            group.addTask { await clockWatch().run() }
            if let engine = limits.engine {
                group.addTask { await engine.run() }
                group.addTask { await noteLimiterTime() }
            }
            group.addTask { await rotation.run() }
            if let signal = store.feed.readSignal {
                group.addTask { await readOthers(at: signal) }
            }
            group.addTask { await rehashes.run() }
            group.addTask { await takeDownNotices().run() }
            group.addTask { await tokenRevocations.queue.run(tokenRevocations.revoke) }
            group.addTask {
                await TokenProbe(peers: peers, interval: configuration.tokenProbeInterval).run()
            }
        }
    }

    /// Reads what other instances have committed, when they notify and four times a second.
    private func readOthers(at signal: AsyncSignal) async {
        var position = store.feed.position
        await repeating(every: .milliseconds(250), orAt: signal) {
            store.accountFollowers.wakeAll()
            position = try await store.readRevocations(after: position)
            let version = try await store.signingKeysVersion()
            if version != rotation.ring.version || rotation.isDue {
                try await rotation.update()
            }
        } failed: { error in
            environment.logger.debug("the store cannot be read", metadata: ["error": "\(error)"])
        }
    }

    /// Ends the watches' streams, and accepts no more. To be called before the server drains, which
    /// waits for them.
    @Sendable package func beginDrain() {
        store.feed.followers.beginDrain()
        store.sessionWatches.beginDrain()
        store.accountFollowers.beginDrain()
    }

    /// The number of mails that wait.
    @Sendable package func waitingMail() async throws -> Int {
        try await store.waitingMail().count
    }

    /// Why no mail can be sent, for an operator; nil if mail can be sent.
    @Sendable package func mailTrouble() -> String? { mail?.trouble }

    /// Why the limits are not counted for all instances together, for an operator; nil if they are.
    @Sendable package func limitTrouble() -> String? {
        limits.engine?.trouble.map { "\($0); each instance counts limits alone, at its share" }
    }

    /// Writes down the time of `LimiterClock`, as nothing else does where an engine counts.
    private func noteLimiterTime() async {
        await repeating(every: .seconds(60)) {
            try await store.noteLimiterTime(limits.clock())
        } failed: { error in
            environment.logger.error(
                "the time cannot be written down", metadata: ["error": "\(error)"])
        }
    }

    func housekeeping() -> Housekeeping {
        Housekeeping(
            store: store,
            unusedAccounts: UnusedAccounts(
                store: store, deletion: deletion, metrics: environment.metrics,
                lifetime: configuration.anonymousAccountLifetime, clock: environment.clock),
            auditRetention: configuration.auditRetention,
            clock: environment.clock, uptime: environment.uptime, logger: environment.logger)
    }

    private func clockWatch() -> ClockWatch {
        ClockWatch(
            store: store, clock: environment.clock, uptime: environment.uptime,
            logger: environment.logger)
    }

    func takeDownNotices() -> TakeDownNotices {
        TakeDownNotices(
            store: store, names: peers.names,
            notices: notices, clock: environment.clock,
            poll: configuration.noticePoll, logger: environment.logger)
    }
}
