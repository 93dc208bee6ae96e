import Daemon
import Profile
import Storage

extension ProfileStore: OfflineTables {
    package static var fileName: String { "profile.sqlite" }

    package static var losses: String {
        """
        Profiles, photos and blocks stay. Lost are: the addresses of photos over HTTP that were given \
        out (clients get new ones with the next profile), and the cursors of watches, which begin anew.
        """
    }

    package static func open(_ location: StoreLocation) throws -> ProfileStore {
        try ProfileStore(location) { _ in }
    }
}
