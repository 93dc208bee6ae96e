import ArgumentParser
import Tables

struct Rewrap<Tables: OfflineTables>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "\(Tables.program) rewrap",
            abstract: "Seal the database with another key file, while the service does not run.",
            discussion: """
                Nobody is signed out, and nothing is lost. Copies of the database that were made \
                before open with the old key file only: keep it as long as them.

                This does not help if the key file and a copy of the database may be in other hands: \
                the master key in the database stays the same. Use `replace-keys` then.
                """)
    }

    @OptionGroup var options: OfflineOptions<Tables>

    @Option(
        name: .customLong("new-secret-key"),
        help: ArgumentHelp("The other key file; made if it is missing.", valueName: "file"))
    var newPath: String

    func run() async throws {
        try await options.withTables {
            try await $0.rewrap(from: options.keyFile, to: SecretKeyFile(path: newPath))
        }
        print("The database is sealed with \(newPath). Start \(Tables.program) with")
        print("--secret-key \(newPath), or move it to \(options.directory)/secret.key.")
    }
}
