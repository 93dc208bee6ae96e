import ArgumentParser
import Auth
import Daemon
import Glibc

/// The database of an Auth that does not run, for a command that changes it.
struct OfflineStore: ParsableArguments {
    @Option(
        name: .customLong("data"),
        help: ArgumentHelp(
            "Where the files of the daemon lie, which must not run.", valueName: "directory"))
    var directory: String

    /// Opens the database for `body`. What the command makes must belong to the daemon's user.
    ///
    /// - Throws: `Failure`; `StorageError` (`lockedByAnother`) while the daemon runs.
    func withStore(_ body: (AuthStore) async throws -> Void) async throws {
        let path = "\(directory)/auth.sqlite"
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw Failure("\(path): \(String(cString: strerror(errno)))", EX_NOINPUT)
        }
        guard status.st_uid == geteuid() else {
            throw Failure(
                "\(path) belongs to the user \(status.st_uid): run this as that user "
                    + "(runuser -u NAME -- rollcall-auth …)", EX_NOPERM)
        }
        let store = try AuthStore(path: path) { _ in }
        do {
            try await Failure.ofKeyFile { try await body(store) }
        } catch {
            try? store.close()
            throw error
        }
        try store.close()
    }
}
