import ArgumentParser
import RollcallAPI

struct AdminKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "The keys that sign tokens.",
        discussion: """
            JSON, for a key: {"created_at_ms","is_signing","key_id","retired_at_ms","signs_from_ms"}; \
            retired_at_ms is null for one that is not retired.
            """,
        subcommands: [AdminKeyList.command, AdminKeyRotate.command])
}

struct AdminKeyList: AdminAction {
    static let name = "list"
    static let abstract = "List the keys, in the order in which they sign."

    func run(_ session: AdminSession) async throws {
        try session.output.say(await session.auth.listSigningKeys(ListSigningKeysRequest()).keys)
    }
}

struct AdminKeyRotate: AdminAction {
    static let name = "rotate"
    static let abstract = "Start signing with a new key."
    static let discussion = "No user is signed out. The command prints the keys, as list does."

    @Flag(
        help: ArgumentHelp(
            "Also refuse at once what the others have signed, as somebody else may have them: then "
                + "each client refreshes its access token."))
    var withdraw = false

    func run(_ session: AdminSession) async throws {
        try session.output.say(
            await session.auth.rotateSigningKey(
                RotateSigningKeyRequest(withdrawOthers: withdraw)
            ).keys)
    }
}

extension SigningKeySummary: Listed {
    static var header: [String] { ["SIGNS FROM", "STATE", "KEY"] }

    var row: [String] {
        [signsFromMs.timeText, isSigning ? "signs" : retiredAtMs == 0 ? "waits" : "retired", keyID]
    }

    package var json: JSON { json(optional: ["retired_at_ms"]) }
}
