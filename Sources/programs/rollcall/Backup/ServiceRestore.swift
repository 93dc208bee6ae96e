import Glibc
import RollcallCrypto

/// Puts a service's files from a backup in the place of those in its data directory.
///
/// It deletes nothing, can be killed at any moment, and be run again. Between the old database and
/// the new one there is a journal without a database, with which a service refuses to start.
struct ServiceRestore {
    let service: ServerName
    private let directory: String
    private let owner: FileOwner

    /// Takes the lock of the service's store, until the process ends.
    ///
    /// - Throws: `Failure` (`conflict`) while the service runs.
    init(of service: ServerName, in directory: String) throws {
        (self.service, self.directory) = (service, directory.withoutLastSlash)
        owner = try FileOwner(of: directory)
        let database = database
        guard try owner.act({ try takeLock("\(database).lock") }) != nil else {
            throw Failure(
                .conflict,
                "\(service.program) uses \(directory). Stop it: systemctl stop \(service.program)")
        }
        guard !exists("\(database).moved") else {
            throw Failure(.conflict, "\(database).moved: the tables are in PostgreSQL.")
        }
    }

    private var database: String { "\(directory)/\(service.database)" }
    private var photos: String { "\(directory)/photos" }
    private var draft: String { "\(directory)/restore.partial" }

    /// How much is there now.
    var presentText: String {
        guard exists(database) else { return "no database" }
        let figures = try? DatabaseFigures(of: service, in: SQLiteFile(database))
        return figures?.text ?? "a database that cannot be read"
    }

    /// Copies what is restored beside the present files. It can be repeated.
    func prepare(from backup: Backup, _ sums: [String: SHA256Digest]) throws {
        // For a mount, rmdir(2) fails with EBUSY. For a directory with files, it fails otherwise.
        if service == .profile, try owner.act({ rmdir(photos) != 0 && errno == EBUSY }) {
            throw Failure(
                .conflict, "\(photos) is mounted, so it cannot be exchanged: see backup.md.")
        }
        try removeDraft()
        try owner.act { try makeDirectory(draft) }
        let paths = sums.keys.filter {
            $0 == service.database || service == .profile && Backup.photo($0) != nil
        }
        defer { Output.plain.show(progress: "") }
        for (number, path) in paths.enumerated() {
            if number % 100 == 0 {
                Output.plain.show(
                    progress: "\(service.title): \(number) of \(paths.count) files are copied")
            }
            if path != service.database {
                try owner.act {
                    try makeDirectory("\(draft)/photos")
                    try makeDirectory("\(draft)/\(path.prefix(9))")
                }
            }
            let source = "\(backup.path)/\(path)"
            let copied = try readFile(source, copyingTo: "\(draft)/\(path)", as: owner)
            guard copied == sums[path] else { throw Failure.file(source, "it has changed") }
        }
        try owner.act {
            try AtomicFile(path: emptyJournal).write([], mode: 0o600)
            try syncAll("\(draft)/\(service.database)")
        }
    }

    func removeDraft() throws { try owner.act { try removeTree(draft) } }

    private var emptyJournal: String { "\(draft)/empty" }

    /// Exchanges the present files for what is prepared.
    ///
    /// - Returns: where the present files are from now on.
    func exchange() throws -> String {
        try owner.act {
            let kept = momentPath("\(directory)/before-restore-")
            try makeDirectory(kept)
            try exchange(emptyJournal, kept)
            return kept
        }
    }

    private func exchange(_ emptyJournal: String, _ kept: String) throws {
        let journal = "\(database)-wal"
        // A second name: there must always be a database or a journal here, as a service would
        // begin with an empty database otherwise.
        if link(journal, "\(kept)/\(service.database)-wal") != 0 {
            guard errno == ENOENT, link(emptyJournal, journal) == 0 else {
                throw Failure.system(journal)
            }
        }
        if exists(database) { try move(database, to: "\(kept)/\(service.database)") }
        // The new database must not get the commits of the old one.
        try move(emptyJournal, to: journal)
        unlink("\(database)-shm")
        if exists("\(draft)/photos") {
            if exists(photos) { try move(photos, to: "\(kept)/photos") }
            try move("\(draft)/photos", to: photos)
        }
        try move("\(draft)/\(service.database)", to: database)
    }
}

/// Whose a directory is. The service can put a link where root is about to make a file: with the
/// rights of the service's user, root reaches no more through it than the service does.
struct FileOwner {
    private let user: uid_t
    private let group: gid_t

    init(of directory: String) throws {
        var status = stat()
        guard stat(directory, &status) == 0 else { throw Failure.system(directory) }
        (user, group) = (status.st_uid, status.st_gid)
    }

    func act<T>(_ body: () throws -> T) throws -> T {
        let (root, rootGroup) = (geteuid(), getegid())
        guard root == 0, user != 0 else { return try body() }
        guard setegid(group) == 0, seteuid(user) == 0 else { throw Failure.system("seteuid") }
        defer {
            if seteuid(root) != 0 || setegid(rootGroup) != 0 { fatalError("seteuid") }
        }
        return try body()
    }
}
