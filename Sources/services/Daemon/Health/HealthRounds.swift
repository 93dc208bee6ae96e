import Glibc
import Introspection
import Logging
import RollcallBasics

/// Checks the process once a second. Reports the disk to the health, the news of every dependency
/// to the log, everything to the gauges, and a summary line to the supervisor.
struct HealthRounds: Sendable {
    let health: HealthStatus
    let disk: Disk
    let gauges: HealthGauges
    let supervisor: Supervisor?
    let logger: Logger
    var interval = Duration.seconds(1)
    /// How far the time of the system is ahead of a clock that nobody sets, in milliseconds.
    var clockLead: @Sendable () -> Int64 = {
        readClock(CLOCK_REALTIME) - readClock(CLOCK_BOOTTIME)
    }

    /// Runs until it is cancelled.
    ///
    /// - Parameters:
    ///   - places: the endpoints where the process listens.
    ///   - told: the last line that was sent to the supervisor.
    func run(answeringOn places: String, told: String) async throws {
        var told = told
        let start = ContinuousClock.now
        var refusals = TroubleNews(start: start)
        var impairments: [String: TroubleNews] = [:]
        var trouble: Disk.Trouble?
        var lead = clockLead()
        while true {
            lead = lookAtClock(before: lead)
            trouble = lookAtDisk(before: trouble)
            setGauges()
            let report = health.report
            if let item = refusals.take(report.missing, at: .now) { log(item) }
            // A missing dependency stays impaired: the refusals say the rest.
            for (name, dependency) in report.dependencies where dependency.status != .missing {
                let trouble = dependency.status == .good ? nil : dependency
                let item = impairments[name, default: TroubleNews(start: start)]
                    .take(trouble, at: .now)
                if let item { log(item, of: name) }
            }
            let line = report.statusLine(answeringOn: places)
            if line != told { supervisor?.notify("STATUS=\(line)") }
            told = line
            try await Task.sleep(for: interval)
        }
    }

    /// Sets the gauges; outside the rounds, after the last one.
    func setGauges() {
        gauges.set(health.report, space: disk.space)
    }

    /// Logs that the clock was set, as tokens and limits depend on it.
    private func lookAtClock(before: Int64) -> Int64 {
        let (lead, now) = (clockLead(), SystemClock.milliseconds())
        guard abs(lead - before) > 5_000 else { return lead }
        logger.warning(
            "the clock of this machine was set",
            metadata: ["clock.before_ms": "\(now - lead + before)", "clock.now_ms": "\(now)"])
        return lead
    }

    /// - Returns: why the disk cannot be written to; nil if it can.
    private func lookAtDisk(before: Disk.Trouble?) -> Disk.Trouble? {
        let trouble = disk.trouble()
        guard trouble != before else { return trouble }
        if let trouble {
            let refused = trouble == .readOnly ? "changes are" : "what needs room is"
            health.set(
                .impaired, ofDependency: Disk.name,
                because: "the disk \(trouble.rawValue), so \(refused) refused")
        } else {
            health.set(.good, ofDependency: Disk.name)
        }
        return trouble
    }

    /// - Parameter name: of the impaired dependency; nil if the news is about all calls.
    private func log(_ item: TroubleNews.Item, of name: String? = nil) {
        var metadata = name.map { ["health.name": Logger.MetadataValue.string($0)] } ?? [:]
        switch item {
        case .began(let sentence):
            metadata["health.reason"] = "\(sentence)"
            logger.error(
                name == nil ? "calls are refused" : "a dependency is impaired", metadata: metadata)
        case .ended(let duration):
            let key = name == nil ? "health.refused_seconds" : "health.impaired_seconds"
            metadata[key] = "\(duration.components.seconds)"
            logger.notice(
                name == nil ? "calls are answered again" : "a dependency works again",
                metadata: metadata)
        }
    }
}
