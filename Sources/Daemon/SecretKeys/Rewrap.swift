import ArgumentParser
import Storage

struct Rewrap<Offline: OfflineTables>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "\(program) rewrap",
            abstract: "Seal the database with another key file, while the service does not run.",
            discussion: """
                Nobody is signed out, and nothing is lost. Copies of the database that were made \
                before open with the old key file only: keep it as long as them.

                This does not help if the key file and a copy of the database may be in other hands: \
                the master key in the database stays the same. Use `\(program) replace-keys` then.
                """)
    }

    private static var program: String { Offline.Tables.program }

    @OptionGroup var data: Offline
    @OptionGroup var key: KeyOptions

    @Option(
        name: .customLong("new-secret-key"),
        help: ArgumentHelp("The other key file; made if it is missing.", valueName: "file"))
    var newPath: String

    func run() async throws {
        try await DaemonProcess.reportingFailure(of: Self.program) {
            try await data.withTables { tables in
                try await tables.rewrap(
                    from: key.file(in: data.directory), to: SecretKeyFile(path: newPath))
            }
        }
        print("The database is sealed with \(newPath).")
        print("Start \(Self.program) with --secret-key \(newPath),")
        print("or move the file to \(data.directory)/secret.key.")
    }
}
