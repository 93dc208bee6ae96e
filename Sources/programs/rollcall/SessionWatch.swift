import ArgumentParser
import RollcallAPI
import RollcallClient

struct SessionWatch: UserAction {
    static let name = "watch"
    static let abstract = "Show this session now, and then each change, until it ends or Ctrl-C."
    static let discussion = """
        JSON: as session list, with "event": "session"; at last rollcall.v1.SessionEnd with \
        "event": "ended"; and {"event":"interrupted"} while Auth cannot be reached, until the next \
        other event.
        """

    @OptionGroup var watch: WatchOptions

    func run(_ command: Command) async throws {
        try await untilInterrupted(for: watch.duration) {
            try await command.rollcall.watchSession { try command.output.say($0) }
        }
    }
}

extension Output {
    fileprivate func say(_ event: SessionWatchEvent) throws {
        switch event {
        case .session(let session):
            try say(session.json.with(["event": "session"]), text: session.listText)
        case .ended(let end):
            try say(
                end.json.with(["event": "ended"]),
                text: "The session has ended: \(end.reason.sentence)")
        case .interrupted:
            try sayInterrupted("Auth cannot be reached. What is above may be out of date.")
        }
    }
}

extension SessionEndReason {
    fileprivate var sentence: String {
        switch self {
        case .signedOut: "you signed out."
        case .revoked: "it was ended on another device, or by an administrator."
        case .expired: "it was not used for too long, or is too old."
        case .tokenReused: "somebody else had a copy of it. Change your password."
        case .passwordChanged: "the password was changed."
        case .addressChanged: "the e-mail address was changed."
        case .accountDisabled: "the account was disabled."
        case .accountDeleted: "the account was deleted."
        case .replaced: "too many others were opened since."
        case .newEpoch: "all sessions have, as the service was restored from a backup."
        default: "the service does not say why."
        }
    }
}
