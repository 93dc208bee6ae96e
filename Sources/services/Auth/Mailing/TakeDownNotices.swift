import Logging
import Mail
import RollcallAPI
import RollcallBasics
import RollcallCrypto
import RollcallRPC
import Tables

/// Reads from Profile what administrators have taken away of profiles, and queues the mails that
/// tell the owners.
///
/// A notice is removed from Profile after its mail is queued. After a crash in between it is read
/// again: it is known by its id for 30 days, and no second mail is sent. So each instance reads.
struct TakeDownNotices: Sendable {
    /// After so many failures in a row, about a minute, there is one warning.
    static let failuresOfAWarning = 12

    let store: AuthStore
    let names: DisplayNames
    let notices: Notices
    let clock: @Sendable () -> Int64
    /// How often Profile is asked.
    let poll: Duration
    let logger: Logger

    /// Reads until it is cancelled; first after a pause, as Profile asks for Auth's keys when it is
    /// called, and Auth does not answer before it has started.
    func run() async {
        try? await Task.sleep(for: poll)
        var failures = 0
        await repeating(every: poll * .random(in: 0.8...1.2)) {
            try await readAll()
            failures = 0
        } failed: { error in
            failures += 1
            logger.log(
                level: failures == Self.failuresOfAWarning ? .warning : .debug,
                "notices of what was taken away could not all be read from Profile: trying again",
                metadata: ["error": "\(error)", "failure.count": "\(failures)"])
        }
    }

    /// Queues the mails for all notices that there are now, page after page.
    ///
    /// - Throws: what Profile or the store says; `Unusable`, after all others.
    func readAll() async throws {
        var (token, unreadable): (String, String?) = ("", nil)
        repeat {
            let page = try await names.takeDownNotices(token)
            guard token.isEmpty || page.nextPageToken != token else {
                throw RPCError(.internal, "Profile has listed a page of notices again")
            }
            var done: [String] = []
            for notice in page.notices {
                if let read = ReceivedNotice(notice) {
                    try await queueMail(for: read)
                    done.append(notice.noticeID)
                } else {
                    // It stays at Profile for a version that understands it.
                    unreadable = notice.noticeID
                }
            }
            if !done.isEmpty { try await names.removeTakeDownNotices(done) }
            token = page.nextPageToken
        } while !token.isEmpty
        if let unreadable { throw Unusable("notice \(unreadable) cannot be read") }
    }

    private func queueMail(for notice: ReceivedNotice) async throws {
        guard let account = try await store.account(id: notice.user) else { return }
        let mail = try notices.make(.profileTakenDown, of: account, variables: notice.variables)
        try await store.receive(notice.id, for: account.id, mail, now: clock())
    }
}

/// What Profile says was taken away.
private struct ReceivedNotice {
    let id: UUIDv7
    let user: UUIDv7
    let variables: [MailVariable: String]

    init?(_ notice: TakeDownNotice) {
        let marks = notice.fields.compactMap(MailVariable.init(field:))
        guard let id = UUIDv7(notice.noticeID), let user = UUIDv7(notice.userID),
            !marks.isEmpty, marks.count == notice.fields.count,
            let reason = try? PlainText(requiredReason: notice.reason)
        else { return nil }
        self.id = id
        self.user = user
        var variables = Dictionary(marks.map { ($0, "-") }) { first, _ in first }
        variables[.reason] = reason.text
        variables[.time] = MailDate.minute(milliseconds: id.milliseconds)
        self.variables = variables
    }
}

extension MailVariable {
    /// - Returns: nil for what is no field of a profile.
    fileprivate init?(field: ProfileField) {
        switch field {
        case .displayName: self = .displayName
        case .photo: self = .photo
        case .bio: self = .bio
        case .pronouns: self = .pronouns
        case .location: self = .location
        case .links: self = .links
        case .unspecified, .unrecognized: return nil
        }
    }
}
