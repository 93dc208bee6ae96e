import ArgumentParser
import RollcallAPI

struct AdminWordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "word",
        abstract: "Words that nobody gets as a display name.",
        discussion: """
            With a word falls what looks like it: with admin also adm1n and a_d_m_i_n. Who has such a \
            name keeps it.

            JSON, for a word: {"changed_at_ms","is_built_in","is_reserved","reason","word"}; \
            changed_at_ms is null for one that is as Rollcall comes with it.
            """,
        subcommands: [AdminWordReserve.self, AdminWordRelease.self, AdminWordList.self])
}

/// What the commands have that change a word.
struct WordOptions: ParsableArguments {
    @Argument(help: "The word: letters, digits, _ and .")
    var word: String

    @Option(help: ArgumentHelp("Why, for other administrators.", valueName: "text"))
    var reason = ""
}

struct AdminWordReserve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reserve", abstract: "Reserve a word.")

    @OptionGroup var options: WordOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run(at: .profile) { session in
            let request = ReserveWordRequest(word: options.word, reason: options.reason)
            let response = try await about(options.word) {
                try await session.profile.reserveWord(request, options: AdminSession.options)
            }
            try session.output.say(
                response.word?.adminJSON ?? .null,
                text:
                    "Nobody gets \(options.word) as a display name any more, nor what looks like it."
            )
        }
    }
}

struct AdminWordRelease: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "Release a word.")

    @OptionGroup var options: WordOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run(at: .profile) { session in
            let request = ReleaseWordRequest(word: options.word, reason: options.reason)
            let response = try await about(options.word) {
                try await session.profile.releaseWord(request, options: AdminSession.options)
            }
            try session.output.say(
                response.word?.adminJSON ?? .null,
                text: "\(options.word) is not reserved any more.")
        }
    }
}

struct AdminWordList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the words that are reserved, and those of Rollcall's that were released.")

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run(at: .profile) { session in
            try await session.sayPages(
                header: ["WORD", "STATE", "SINCE", "REASON"], flexible: [3], row: \.row,
                json: \ReservedWord.adminJSON
            ) { after in
                let page = try await session.profile.listReservedWords(
                    ListReservedWordsRequest(afterWord: after), options: AdminSession.options)
                return (page.words, page.hasMore ? page.words.last?.word ?? "" : "")
            }
        }
    }
}

extension ReservedWord {
    var adminJSON: JSON {
        .object([
            "word": .string(word), "is_reserved": .bool(isReserved),
            "is_built_in": .bool(isBuiltIn), "reason": .string(reason),
            "changed_at_ms": changedAtMs == 0 ? .null : .number(changedAtMs),
        ])
    }

    var row: [String] {
        [
            word, isReserved ? "reserved" : "released",
            changedAtMs == 0 ? "" : changedAtMs.timeText, reason,
        ]
    }
}
