import Foundation

/// The programs of the PostgreSQL that is installed.
enum PostgreSQLProgram {
    /// How one is run: as `postgres` by root, for whom the server does not work.
    static func command(_ name: String) -> [String] {
        let program = directory + "/" + name
        guard getuid() == 0 else { return [program] }
        return [
            "/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", program,
        ]
    }

    /// Where Debian puts them: of several versions the newest.
    private static var directory: String {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return "\(root)/\(versions.compactMap { Int($0) }.max() ?? 15)/bin"
    }
}
