import ArgumentParser
import RollcallAPI
import RollcallClient

struct SessionWatch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show this session now, and then each change, until it ends or Ctrl-C.",
        discussion: """
            JSON: as session list, with "event": "session"; at last \
            {"ended_at_ms","event":"ended","reason"}, the reason one of signed_out, revoked, \
            expired, token_reused, password_changed, address_changed, account_disabled, \
            account_deleted, replaced, new_epoch, unknown; and {"event":"interrupted"} while Auth \
            cannot be reached, until the next other event.
            """)

    @OptionGroup var watch: WatchOptions

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            try await untilInterrupted(for: watch.duration) {
                try await command.rollcall.watchSession { try command.output.say($0) }
            }
        }
    }
}

extension Output {
    fileprivate func say(_ event: SessionWatchEvent) throws {
        switch event {
        case .session(let session):
            var members = session.listMembers
            members["event"] = .string("session")
            try say(.object(members), text: session.listText)
        case .ended(let end):
            try say(
                .object([
                    "event": .string("ended"), "reason": .string(end.reason.name),
                    "ended_at_ms": .number(end.endedAtMs),
                ]),
                text: "The session has ended: \(end.reason.sentence)")
        case .interrupted:
            try say(
                .object(["event": .string("interrupted")]),
                text: "Auth cannot be reached. What is above may be out of date.")
        }
    }
}

extension SessionEndReason {
    fileprivate var name: String { words.name }
    fileprivate var sentence: String { words.sentence }

    private var words: (name: String, sentence: String) {
        switch self {
        case .signedOut: ("signed_out", "you signed out.")
        case .revoked: ("revoked", "it was ended on another device, or by an administrator.")
        case .expired: ("expired", "it was not used for too long, or is too old.")
        case .tokenReused:
            ("token_reused", "somebody else had a copy of it. Change your password.")
        case .passwordChanged: ("password_changed", "the password was changed.")
        case .addressChanged: ("address_changed", "the e-mail address was changed.")
        case .accountDisabled: ("account_disabled", "the account was disabled.")
        case .accountDeleted: ("account_deleted", "the account was deleted.")
        case .replaced: ("replaced", "too many others were opened since.")
        case .newEpoch:
            ("new_epoch", "all sessions have, as the service was restored from a backup.")
        default: ("unknown", "the service does not say why.")
        }
    }
}
