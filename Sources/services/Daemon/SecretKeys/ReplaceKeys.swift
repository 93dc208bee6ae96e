import ArgumentParser

struct ReplaceKeys<Tables: OfflineTables>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "\(Tables.program) replace-keys",
            abstract: "Make new keys after a loss or a leak, while the service does not run.",
            discussion: """
                There must be no file at the path of the key file. If the key file and a copy of the \
                database may be in other hands, move the file away first. A file that is only \
                somewhere else is not lost: name it to the service with --secret-key.

                \(Tables.losses)
                """)
    }

    @OptionGroup var options: OfflineOptions<Tables>
    @OptionGroup var confirmation: Confirmation

    func run() async throws {
        let file = options.keyFile
        try await options.withTables { [confirmation] tables in
            try await tables.replaceKeys(with: file, now: SystemClock.milliseconds()) {
                try confirmation.ask(
                    """
                    There is no key file at \(file.path). If it lies elsewhere, nothing is lost: \
                    start \(Tables.program) with --secret-key FILE. \(Tables.losses)
                    """, question: "Make new keys?")
            }
        }
        print("There are new keys, sealed with \(file.path). \(Tables.losses)")
    }
}
