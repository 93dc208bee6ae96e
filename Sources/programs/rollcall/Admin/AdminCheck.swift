import ArgumentParser
import RollcallAPI
import RollcallRPC

struct AdminCheck: AdminAction {
    static let name = "check"
    static let abstract = "Compare the accounts with the profiles and the presence."
    static let discussion = """
        Run it after a restore of backups that were not made at one moment. Users may sign up and \
        delete their accounts meanwhile. A check can be interrupted and repeated.

        A check changes nothing without --mend. With it, an account without a profile gets one, with \
        the name of its sign-up. If that is taken, it gets a generated name, which its owner may \
        change at once. What has no account is erased for good. --mend asks before it begins; in a \
        script, use --yes.

        The exit status is 5 when a finding is not repaired.

        JSON, for a finding: {"display_name","finding","outcome","user_id"}, the outcome \
        open or mended; at last \
        {"accounts":1,"findings":0,"presences":1,"profiles":1,"unmended":0}.
        """

    @Flag(help: "Repair the findings. Data without an account is erased for good.")
    var mend = false

    @Flag(help: "Mend also if there are no accounts, or much would be erased.")
    var acceptLoss = false

    @OptionGroup var confirmation: Confirmation

    func run(_ session: AdminSession) async throws {
        if mend {
            try confirmation.ask(
                """
                Mend what does not fit together? Profiles and presence without an account are erased \
                for good, and accounts that were deleted since the copy of Auth are deleted again.
                """)
        }
        // However long it takes: who has many accounts waits for the end.
        let parts = try await session.auth.checkConsistency(
            CheckConsistencyRequest(mend: mend, acceptLoss: acceptLoss))
        var header = Finding.line("OUTCOME", "USER", "FINDING") + "\n"
        while let part = try await parts.next()?.part {
            switch part {
            case .finding(let finding):
                try session.output.say(finding.json, text: header + finding.line)
                header = ""
            case .summary(let summary):
                try session.output.say(summary, wasMending: mend)
                return
            }
        }
        throw Failure(.tryLater, "The check was cut off before its end. Run it again.")
    }
}

extension Output {
    fileprivate func say(_ summary: ConsistencySummary, wasMending: Bool) throws {
        try say(
            summary.json(),
            text: """
                Compared \(summary.accounts) accounts with \(summary.profiles) users of Profile and \
                \(summary.presences) of Presence: \(summary.findings) findings.
                """)
        guard summary.unmended == 0 else {
            throw Failure(
                status: .conflict, code: "FAILED_PRECONDITION",
                message: summary.advice(wasMending: wasMending))
        }
    }
}

extension ConsistencySummary {
    /// What to do about the findings that are not mended.
    ///
    /// - Parameter wasMending: whether the check was to mend all that it can.
    func advice(wasMending: Bool) -> String {
        guard !wasMending else {
            return """
                \(unmended) of \(findings) findings could not be mended: the account of the last \
                administrator is not deleted, and what has changed meanwhile is left alone. Make \
                another administrator if it is that account. To see what is left: rollcall admin check
                """
        }
        return """
            \(unmended) of \(findings) findings are not mended. Look at the findings; profiles \
            without an account can mean that the copy of Auth is the wrong one. \
            To mend them: rollcall admin check --mend
            """
    }
}

extension Finding {
    fileprivate var json: JSON {
        [
            "finding": kind.word, "outcome": outcome.word, "user_id": userID,
            "display_name": displayName.orNull,
        ]
    }

    fileprivate var line: String {
        let what = [sentence, displayName].filter { !$0.isEmpty }
        return Self.line(outcome.word, userID, what.joined(separator: " ").oneLine)
    }

    /// Cells as wide as in every other line: findings are shown one at a time.
    fileprivate static func line(_ outcome: String, _ user: String, _ what: String) -> String {
        [(outcome, 9), (user, 38)].reduce("") { line, cell in
            line + cell.0 + String(repeating: " ", count: max(0, cell.1 - cell.0.count))
        } + what
    }

    private var sentence: String {
        switch kind {
        case .profileMissing: "account without a profile"
        case .nameUnconfirmed: "account whose name is only held:"
        case .deletedElsewhere: "account that was deleted since"
        case .profileWithoutAccount: "profile without an account:"
        case .nameWithoutAccount: "name held for nobody:"
        case .presenceWithoutAccount: "presence without an account"
        case .unspecified, .unrecognized: "finding that this program does not know"
        }
    }
}
