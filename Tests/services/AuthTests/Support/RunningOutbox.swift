import Foundation
import Mail
import Metrics
import RollcallBasics
import RollcallCrypto
import RollcallRPC
import Synchronization
import TestSupport
import Testing

@testable import Auth

/// Takes mails, or does not, as a test wants it.
final class MailboxDouble: MailSender {
    private struct State {
        var taken: [MailMessage] = []
        var tries: [String: Int] = [:]
        var fault: (@Sendable (MailMessage, Int) async -> MailFailure?)?
    }

    private let state = Mutex(State())

    /// What was taken, in order.
    var taken: [MailMessage] { state.withLock { $0.taken } }

    /// How often each mail was tried.
    var tries: [String: Int] { state.withLock { $0.tries } }

    /// - Parameter fault: is asked with the mail, and how often it was tried before.
    func setFault(_ fault: (@Sendable (MailMessage, Int) async -> MailFailure?)?) {
        state.withLock { $0.fault = fault }
    }

    func send(_ message: MailMessage) async throws(MailFailure) {
        let (fault, tries) = state.withLock { state in
            defer { state.tries[message.id, default: 0] += 1 }
            return (state.fault, state.tries[message.id, default: 0])
        }
        if let failure = await fault?(message, tries) { throw failure }
        state.withLock { $0.taken.append(message) }
    }
}

/// An outbox of mail on the file of a world, with a mailbox that it sends to.
final class RunningOutbox: Sendable {
    let mailbox = MailboxDouble()
    let secrets = ChallengeSecrets(secret: Secret(Array(repeating: 7, count: 32)))
    let outbox: MailOutbox
    let ids: UUIDv7Generator
    private let world: AuthServer
    private let clock: @Sendable () -> Int64
    private let work: Task<Void, Never>

    /// - Parameter clock: the time that passes, unless said otherwise.
    init(
        _ world: AuthServer, linkBase: String? = "https://example.org/account",
        clock: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1000) },
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        sender: (any MailSender)? = nil
    ) throws {
        self.world = world
        self.clock = clock
        ids = UUIDv7Generator(clock: clock)
        let fast = Backoff(initial: .milliseconds(1), multiplier: 2, maximum: .milliseconds(4))
        var schedule = MailSchedule()
        (schedule.retries, schedule.silence) = (fast, fast)
        schedule.patience = .milliseconds(50)
        outbox = MailOutbox(
            store: world.auth.store,
            renderer: MailRenderer(
                delivery: try .test(to: sender ?? mailbox, linkBase: linkBase), secrets: secrets),
            schedule: schedule,
            clock: clock, logger: world.log.logger, metrics: metrics,
            countPause: .milliseconds(5))
        work = Task { [outbox] in await outbox.run() }
    }

    func stop() async {
        work.cancel()
        await work.value
    }

    @discardableResult
    func enqueue(
        _ kind: MailKind = .passwordChanged, to recipient: String = "anna@example.com",
        locale: String = "en", variables: [MailVariable: String] = [:], expiresAtMs: Int64? = nil
    ) async throws -> MailItem {
        let item = MailItem(
            id: try ids.next(), kind: kind, account: nil, recipient: recipient, locale: locale,
            variables: variables, challenge: kind.hasChallenge ? try ids.next() : nil,
            expiresAtMs: expiresAtMs)
        let now = clock()
        try await world.auth.store.queue(item, now: now)
        return item
    }

    /// Waits until no mail waits.
    func settle() async throws {
        try await eventually { try await world.auth.count("mail", where: "state = 'pending'") == 0 }
    }

    /// Waits until a mail was tried so often, and what came of it is written down.
    func tried(_ item: MailItem, times: Int) async throws {
        let id = item.id.description.filter { $0 != "-" }
        let rows = "id = x'\(id)' AND attempts >= \(times)"
        try await eventually { try await world.auth.count("mail", where: rows) == 1 }
    }

    /// Every mail that ended, by its identifier.
    func list(_ state: QueuedMail.State) async throws -> [QueuedMail] {
        try await world.auth.store.mail(state, before: nil, limit: 10_000)
    }
}

/// Runs a test with a world of its own, an hour ahead of the time that passes: one of a later year
/// would take what an outbox writes for old, and delete it.
func withPresentAuth(_ body: (AuthServer) async throws -> Void) async throws {
    try await withAuth { world in
        try await world.stop()
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        world.clock.set(by: now + TestClock.day / 24 - world.clock.now())
        try await world.start()
        try await body(world)
    }
}

/// Runs a test with an outbox of its own.
func withMail(_ body: (AuthServer, RunningOutbox) async throws -> Void) async throws {
    try await withPresentAuth { world in
        let mail = try RunningOutbox(world)
        do {
            try await body(world, mail)
        } catch {
            await mail.stop()
            throw error
        }
        await mail.stop()
    }
}

extension MailDelivery {
    static func test(
        to sender: any MailSender, linkBase: String? = nil, defaultLocale: String = "en"
    ) throws -> MailDelivery {
        guard let address = MailAddress("rollcall@example.org") else { preconditionFailure() }
        return MailDelivery(
            sender: sender,
            templates: try TemplateCatalog(directory: nil, defaultLocale: defaultLocale),
            linkBase: try linkBase.map { text throws(Unusable) in try LinkBase(text) },
            address: address, name: try HeaderText("Rollcall"))
    }
}
