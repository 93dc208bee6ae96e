import ArgumentParser
import Auth
import Daemon

struct Rewrap: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollcall-auth rewrap",
        abstract: "Seal the database with another key file, while Auth does not run.",
        discussion: """
            Nobody is signed out, and nothing is lost. Copies of the database that were made before \
            open with the old key file only: keep it as long as them.

            This does not help if the key file and a copy of the database may be in other hands: the \
            master key in the database stays the same. Use `rollcall-auth replace-keys` then.
            """)

    @OptionGroup var data: OfflineStore
    @OptionGroup var key: KeyOptions

    @Option(
        name: .customLong("new-secret-key"),
        help: ArgumentHelp("The other key file; made if it is missing.", valueName: "file"))
    var newPath: String

    func run() async throws {
        try await DaemonProcess.reportingFailure(of: "rollcall-auth") {
            try await data.withStore { store in
                try await store.rewrap(
                    from: key.file(in: data.directory), to: SecretKeyFile(path: newPath))
            }
        }
        print("The database is sealed with \(newPath). Start Auth with --secret-key \(newPath),")
        print("or move the file to \(data.directory)/secret.key.")
    }
}
