import ArgumentParser
import RollcallAPI

struct AdminWordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "word",
        abstract: "Words that cannot be chosen as display names.",
        discussion: """
            A reserved word also blocks names that look like it: admin blocks adm1n and a_d_m_i_n. \
            Users who have such a name keep it.

            JSON, for a word: {"changed_at_ms","is_built_in","is_reserved","reason","word"}; \
            changed_at_ms is null for one that is as Rollcall comes with it.
            """,
        subcommands: [AdminWordReserve.command, AdminWordRelease.command, AdminWordList.command])
}

/// What the commands have that change a word.
struct WordOptions: ParsableArguments {
    @Argument(help: "The word: letters, digits, _ and .")
    var word: String

    @Option(help: ArgumentHelp("Why, for other administrators.", valueName: "text"))
    var reason = ""
}

struct AdminWordReserve: ProfileAdminAction {
    static let name = "reserve"
    static let abstract = "Reserve a word."

    @OptionGroup var options: WordOptions

    var subject: String? { options.word }

    func run(_ session: AdminSession) async throws {
        let request = ReserveWordRequest(word: options.word, reason: options.reason)
        try session.output.say(
            await session.profile.reserveWord(request).word.json,
            text:
                "\(options.word) and names that look like it can no longer be chosen as display names."
        )
    }
}

struct AdminWordRelease: ProfileAdminAction {
    static let name = "release"
    static let abstract = "Release a word."

    @OptionGroup var options: WordOptions

    var subject: String? { options.word }

    func run(_ session: AdminSession) async throws {
        let request = ReleaseWordRequest(word: options.word, reason: options.reason)
        try session.output.say(
            await session.profile.releaseWord(request).word.json,
            text: "\(options.word) is not reserved any more.")
    }
}

struct AdminWordList: ProfileAdminAction, AdminList {
    static let name = "list"
    static let abstract =
        "List the words that are reserved, and those of Rollcall's that were released."

    func page(_ token: String, _ session: AdminSession) async throws -> ([ReservedWord], String) {
        let page = try await session.profile.listReservedWords(
            ListReservedWordsRequest(afterWord: token))
        return (page.words, page.hasMore ? page.words.last?.word ?? "" : "")
    }
}

extension ReservedWord: Listed {
    static var header: [String] { ["WORD", "STATE", "SINCE", "REASON"] }
    static var flexible: [Int] { [3] }
    package var json: JSON { json(optional: ["changed_at_ms"]) }

    var row: [String] {
        [
            word, isReserved ? "reserved" : "released",
            changedAtMs == 0 ? "" : changedAtMs.timeText, reason,
        ]
    }
}
