import ArgumentParser
import Glibc
import RollcallBasics
import Storage

/// The tables of a service that does not run, for a command that changes their keys.
package protocol OfflineTables: ParsableArguments {
    associatedtype Tables: SealedTables

    /// What new keys cost, and what they do not: sentences for the operator.
    static var losses: String { get }

    /// The data directory.
    var directory: String { get }

    func location() throws -> StoreLocation
    func open(_ location: StoreLocation) throws -> Tables
}

extension OfflineTables {
    /// Opens the tables for `body`. What the command makes must belong to the daemon's user.
    ///
    /// - Throws: `Failure`; `StorageError` (`lockedByAnother`) while the daemon runs.
    func withTables(_ body: (Tables) async throws -> Void) async throws {
        let location = try location()
        if case .file(let path) = location { try checkOwner(of: path) }
        let tables = try open(location)
        do {
            try await body(tables)
        } catch {
            try? tables.close()
            throw error
        }
        try tables.close()
    }

    private func checkOwner(of path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw Failure("\(path): \(String(cString: strerror(errno)))", EX_NOINPUT)
        }
        guard status.st_uid == geteuid() else {
            throw Failure(
                "\(path) belongs to the user \(status.st_uid): run this as that user "
                    + "(runuser -u NAME -- \(Tables.program) …)", EX_NOPERM)
        }
    }
}

extension AsyncParsableCommand {
    /// `PROGRAM OPTIONS` serves; `PROGRAM COMMAND OPTIONS` changes the keys of one that does not run. No
    /// subcommands of ArgumentParser: the help of the daemon would show its commands in place of its options.
    package static func main<Offline: OfflineTables>(orKeysOf tables: Offline.Type) async {
        let arguments = programArguments()
        let rest = Array(arguments.dropFirst())
        switch arguments.first {
        case "rewrap": await Rewrap<Offline>.main(rest)
        case "replace-keys": await ReplaceKeys<Offline>.main(rest)
        default: await main(arguments)
        }
    }
}
