import ArgumentParser
import Glibc
import RollcallBasics
import Storage
import Tables

/// Tables whose keys a command changes while their service does not run.
package protocol OfflineTables: SealedTables, MovableTables {
    /// Of the file in the data directory.
    static var fileName: String { get }

    /// What new keys cost, and what they do not: sentences for the operator.
    static var losses: String { get }

    static func open(_ location: StoreLocation) throws -> Self
}

struct OfflineOptions<Tables: OfflineTables>: ParsableArguments {
    @Option(
        name: .customLong("data"),
        help: ArgumentHelp(
            "Where the files of the daemon lie, which must not run.", valueName: "directory"))
    var directory: String

    @OptionGroup var place: StoreOptions
    @OptionGroup private var key: KeyOptions

    var keyFile: SecretKeyFile { key.file(in: directory) }

    /// Opens the tables for `body`. What the command makes must belong to the daemon's user.
    ///
    /// - Throws: `ExitCode`, after a sentence on standard error.
    func withTables(_ body: (Tables) async throws -> Void) async throws {
        try await DaemonProcess.reportingFailure(of: Tables.program) {
            let location = try place.location(otherwise: "\(directory)/\(Tables.fileName)")
            if case .file(let path) = location {
                try checkOwner(of: path, program: Tables.program)
            }
            let tables = try Tables.open(location)
            defer { try? tables.close() }
            try await body(tables)
        }
    }
}

/// Throws unless the file exists and is this user's.
func checkOwner(of path: String, program: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else {
        throw Failure("\(path): \(errorText())", EX_NOINPUT)
    }
    guard status.st_uid == geteuid() else {
        throw Failure(
            "\(path) belongs to the user \(status.st_uid): run this as that user "
                + "(runuser -u NAME -- \(program) …)", EX_NOPERM)
    }
}

extension DaemonCommand {
    /// `PROGRAM OPTIONS` serves; `PROGRAM COMMAND OPTIONS` changes the keys of one that does not
    /// run, or moves its tables. No subcommands of ArgumentParser: the help of the daemon would
    /// show its commands in place of its options.
    package static func main<Tables: OfflineTables, Companion: MovedCompanion>(
        orKeysOf tables: Tables.Type, with companion: Companion.Type = NoCompanion.self
    ) async {
        let arguments = programArguments()
        let rest = Array(arguments.dropFirst())
        switch arguments.first {
        case "rewrap": await Rewrap<Tables>.main(rest)
        case "replace-keys": await ReplaceKeys<Tables>.main(rest)
        default: await main(orMoveOf: tables, with: companion)
        }
    }
}
