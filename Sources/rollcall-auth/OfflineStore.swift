import ArgumentParser
import Auth
import Daemon
import Storage

/// The database of an Auth that does not run.
struct OfflineStore: OfflineTables {
    @Option(
        name: .customLong("data"),
        help: ArgumentHelp(
            "Where the files of the daemon lie, which must not run.", valueName: "directory"))
    var directory: String

    static var losses: String {
        """
        Accounts, passwords, known devices and service credentials stay; all sessions end. Users sign in \
        again, and services exchange their credentials again. Lost are the codes and links in mails, and \
        what the limits have counted.
        """
    }

    func location() -> StoreLocation { .file("\(directory)/auth.sqlite") }

    func open(_ location: StoreLocation) throws -> AuthStore {
        try AuthStore(path: "\(directory)/auth.sqlite") { _ in }
    }
}
