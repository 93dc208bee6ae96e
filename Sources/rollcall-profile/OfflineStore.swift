import ArgumentParser
import Daemon
import Profile
import Storage

/// The tables of a Profile of which no instance runs.
struct OfflineStore: OfflineTables {
    @Option(
        name: .customLong("data"),
        help: ArgumentHelp(
            "Where the files of the daemon lie, which must not run.", valueName: "directory"))
    var directory: String

    @OptionGroup var tables: StoreOptions

    static var losses: String {
        """
        Profiles, photos and blocks stay. Lost are: the addresses of photos over HTTP that were given \
        out (clients get new ones with the next profile), and the cursors of watches, which begin anew.
        """
    }

    func location() throws -> StoreLocation {
        try tables.location(otherwise: "\(directory)/profile.sqlite")
    }

    func open(_ location: StoreLocation) throws -> ProfileStore {
        try ProfileStore(location, configuration: tables.configuration) { _ in }
    }
}
