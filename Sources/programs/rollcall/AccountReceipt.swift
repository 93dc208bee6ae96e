import ArgumentParser
import RollcallAPI

struct AccountReceipt: UserAction {
    static let name = "receipt"
    static let abstract = "Show the progress of an account's deletion."
    static let discussion = """
        JSON: {"kept","presence_erased_at_ms","profile_erased_at_ms","requested_at_ms"}; null for \
        what is still to be done
        """

    @Argument(help: "The receipt, as account delete has shown it.")
    var receipt: String

    func run(_ command: Command) async throws {
        let deletion = try await command.rollcall.deletion(receipt: receipt)
        try command.output.say(deletion.json, text: deletion.text)
    }
}

extension GetDeletionReceiptResponse {
    var json: JSON {
        json(
            optional: ["profile_erased_at_ms", "presence_erased_at_ms"],
            ["kept": kept.map { $0.word(joinedBy: "-") }])
    }

    var text: String {
        """
        deleted \(requestedAtMs.timeText)
        profile and photo: \(Self.text(profileErasedAtMs))
        presence: \(Self.text(presenceErasedAtMs))
        """ + kept.map { "\nkept: \($0.sentence)" }.joined()
    }

    private static func text(_ erasedAtMs: Int64) -> String {
        erasedAtMs == 0 ? "still to be erased" : "erased \(erasedAtMs.timeText)"
    }
}

extension DeletionRemainder {
    fileprivate var sentence: String {
        switch self {
        case .tombstone: "the account's id, when it was deleted, and the receipt's digest"
        case .ownerlessNames: "its display names, without the account and to the day"
        case .backups: "what the operator has copied before"
        case .unspecified, .unrecognized: "something that this program does not know"
        }
    }
}
