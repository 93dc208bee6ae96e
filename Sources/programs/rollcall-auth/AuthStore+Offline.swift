import Auth
import Daemon
import Storage

extension AuthStore: OfflineTables {
    package static var fileName: String { "auth.sqlite" }

    package static var losses: String {
        """
        Accounts, passwords, known devices and service credentials stay; all sessions end. Users sign in \
        again, and services exchange their credentials again. Lost are second factors, the codes and links \
        in mails, passwords that came from Firebase and were not used yet, and what the limits have counted.
        """
    }

    package static func open(_ location: StoreLocation) throws -> AuthStore {
        try AuthStore(location) { _ in }
    }
}
