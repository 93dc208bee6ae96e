import Glibc
import RollcallBasics
import RollcallCrypto

/// Puts a service's files from a backup in the place of those in its data directory.
///
/// It deletes nothing, can be killed at any moment, and be run again. Between the old database and
/// the new one there is a journal without a database, with which a service refuses to start.
struct ServiceRestore {
    let service: ServerName
    private let directory: String
    private let owner: stat

    /// Takes the lock of the service's store, until the process ends.
    ///
    /// - Throws: `Failure` (`conflict`) while the service runs.
    init(of service: ServerName, in directory: String) throws {
        (self.service, self.directory) = (service, directory.withoutLastSlash)
        var owner = stat()
        guard stat(directory, &owner) == 0 else { throw Failure.system(directory) }
        self.owner = owner
        guard let lock = try takeLock("\(database).lock") else {
            throw Failure(
                .conflict,
                "\(service.program) uses \(directory). Stop it: systemctl stop \(service.program)")
        }
        guard fchown(lock, owner.st_uid, owner.st_gid) == 0 else { throw Failure.system(directory) }
    }

    private var database: String { "\(directory)/\(service.database)" }
    private var draft: String { "\(directory)/restore.partial" }

    /// How much is there now.
    var presentText: String {
        guard exists(database) else { return "no database" }
        let figures = try? DatabaseFigures(of: service, in: SQLiteFile(database))
        return figures?.text ?? "a database that cannot be read"
    }

    /// - Returns: where the present files are from now on.
    func run(from backup: Backup, _ sums: [String: SHA256Digest]) throws -> String {
        try removeTree(draft)
        try make(draft)
        for path in sums.keys
        where path == service.database || service == .profile && Backup.photo(path) != nil {
            if path != service.database {
                try make("\(draft)/photos")
                try make("\(draft)/\(path.prefix(9))")
            }
            let copy = "\(draft)/\(path)"
            guard try readFile("\(backup.path)/\(path)", copyingTo: copy) == sums[path] else {
                throw Failure.file("\(backup.path)/\(path)", "it has changed")
            }
            try give(copy)
        }
        let emptyJournal = "\(draft)/empty"
        try AtomicFile(path: emptyJournal).write([], mode: 0o600)
        try give(emptyJournal)
        try syncAll("\(draft)/\(service.database)")
        let kept = momentPath("\(directory)/before-restore-")
        try make(kept)
        try exchange(emptyJournal, kept)
        try removeTree(draft)
        return kept
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
        try sync()
        // The new database must not get the commits of the old one.
        try move(emptyJournal, to: journal)
        unlink("\(database)-shm")
        if exists("\(draft)/photos") {
            let photos = "\(directory)/photos"
            if exists(photos) { try move(photos, to: "\(kept)/photos") }
            try move("\(draft)/photos", to: photos)
        }
        try sync()
        try move("\(draft)/\(service.database)", to: database)
        try sync()
    }

    private func sync() throws {
        guard syncDirectory(of: database) else { throw Failure.system(directory) }
    }

    private func make(_ path: String) throws {
        guard !isDirectory(path) else { return }
        try makeDirectory(path)
        try give(path)
    }

    /// Makes a file the service's.
    private func give(_ path: String) throws {
        guard lchown(path, owner.st_uid, owner.st_gid) == 0 else { throw Failure.system(path) }
    }
}
