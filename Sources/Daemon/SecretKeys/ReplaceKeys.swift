import ArgumentParser

struct ReplaceKeys<Offline: OfflineTables>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "\(program) replace-keys",
            abstract: """
                Make new keys after the key file was lost or leaked, while the service does not run.
                """,
            discussion: """
                There must be no file at the path of the key file. If the key file and a copy of the \
                database may be in other hands, move the file away first. A file that is only \
                somewhere else is not lost: name it to the service with --secret-key.

                \(Offline.losses)
                """)
    }

    private static var program: String { Offline.Tables.program }

    @OptionGroup var data: Offline
    @OptionGroup var key: KeyOptions
    @OptionGroup var confirmation: Confirmation

    func run() async throws {
        let file = key.file(in: data.directory)
        try await DaemonProcess.reportingFailure(of: Self.program) {
            try await data.withTables { [confirmation] tables in
                try await tables.replaceKeys(with: file) {
                    try confirmation.ask(
                        """
                        There is no key file at \(file.path). If it lies elsewhere, nothing is \
                        lost: start \(Self.program) with --secret-key FILE. \(Offline.losses)
                        """, question: "Make new keys?")
                }
            }
        }
        print("There are new keys, sealed with \(file.path). \(Offline.losses)")
    }
}
