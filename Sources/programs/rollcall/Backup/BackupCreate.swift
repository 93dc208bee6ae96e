import ArgumentParser
import FoundationEssentials
import Glibc
import RollcallAPI
import RollcallCrypto

struct BackupCreate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Copy the databases and the photos, while services run.",
        discussion: """
            The databases are copied as they are at one moment. Photos that the latest backup in \
            the directory has take no more room. Auth ends all sessions when it starts with its \
            copy.
            """)

    @Option(help: ArgumentHelp("The directory for backups; made if missing.", valueName: "dir"))
    var to: String

    @Option(help: ArgumentHelp("Delete the oldest backups but for so many.", valueName: "count"))
    var keep: Int?

    @OptionGroup var data: DataDirectories

    func validate() throws {
        if let keep, keep < 1 { throw ValidationError("--keep must be 1 or more.") }
        if to.isEmpty { throw ValidationError("--to is a directory.") }
    }

    func run() throws {
        umask(0o077)
        giveWay()
        let to = to.withoutLastSlash
        try StateDirectory(path: to).makeMissing()
        guard try takeLock("\(to)/.lock") != nil else {
            throw Failure(.conflict, "\(to): another backup is being made.")
        }
        let keyFiles = ServerName.allCases.compactMap(data.keyFile).filter(exists)
        // Half of a backup would look like one.
        let draft = "\(to)/.partial"
        try removeTree(draft)
        try makeDirectory(draft)
        defer { try? removeTree(draft) }
        let (manifest, damagedCount) = try fill(draft, besides: to, keyFiles)
        let others = try Backup.all(in: to)
        let lost = try lost(of: others, in: manifest, draft)
        guard lost.isEmpty else {
            throw Failure(
                .conflict,
                "Earlier backups have what is not there now: \(lost.joined(separator: ", ")). No "
                    + "backup is made or deleted. If that is right, move the earlier ones "
                    + "elsewhere.")
        }
        for service in manifest.services.keys { try syncAll("\(draft)/\(service).sqlite") }
        let path = momentPath("\(to)/")
        try move(draft, to: path)
        try Output.plain.write(line: "\(path): \(manifest.text)")
        if let keep {
            for old in others.dropLast(keep - 1) {
                try move(old.path, to: draft)
                for service in ServerName.allCases { empty("\(draft)/\(service.database)") }
                try removeTree(draft)
            }
        }
        if !keyFiles.isEmpty {
            let names = keyFiles.joined(separator: " and ")
            try Output.plain.write(line: "Not in it: \(names). Keep copies elsewhere.")
        }
        guard damagedCount == 0 else {
            throw Failure(
                .photoRefused,
                "Damaged photos, which are not in the backup: \(damagedCount). "
                    + "See rollcall admin photos check --operator")
        }
    }

    /// What a disk that is not mounted may hide.
    private func lost(
        of others: [Backup], in manifest: Manifest, _ draft: String
    ) throws -> [String] {
        let earlier = others.compactMap { try? $0.manifest() }
        let services = ServerName.allCases.filter { service in
            manifest[service] == nil && earlier.contains { $0[service] != nil }
                && !isMoved(service)
        }
        guard manifest.photos == 0, earlier.contains(where: { $0.photos > 0 }) else {
            return services.map(\.rawValue)
        }
        let database = "\(draft)/\(ServerName.profile.database)"
        let knowsNone =
            try manifest[.profile] != nil
            && SQLiteFile(database).number("SELECT count(*) FROM photo") == 0
        return services.map(\.rawValue) + (knowsNone ? [] : ["photos"])
    }

    /// Whether the tables of a service are in PostgreSQL now.
    private func isMoved(_ service: ServerName) -> Bool {
        exists("\(data.database(of: service)).moved")
    }

    private func fill(
        _ draft: String, besides to: String, _ keyFiles: [String]
    ) throws -> (Manifest, damagedPhotos: Int) {
        let earlier = try Backup.all(in: to).last.map { "\($0.path)/photos" }
        var photos = PhotoCopies(
            source: "\(data[.profile])/photos", earlier: earlier, target: "\(draft)/photos")
        if !exists(photos.source) { warn("\(photos.source): it is missing. Photos are left out.") }
        try photos.copy()
        let figures = try copyDatabases(to: draft)
        // Those that were uploaded meanwhile.
        try photos.copy()
        var (sums, bytes): ([String: SHA256Digest], UInt64) = ([:], 0)
        for path in try names(in: draft, isDeep: true) where !isDirectory("\(draft)/\(path)") {
            guard let status = status(of: "\(draft)/\(path)") else { throw Failure.system(path) }
            sums[path] = try Backup.photo(path) ?? readFile("\(draft)/\(path)")
            bytes += UInt64(status.st_size)
        }
        let manifest = Manifest(
            version: ProgramVersion.current, services: figures, photos: sums.count - figures.count,
            bytes: bytes, keyFiles: keyFiles)
        try Backup(path: draft).write(manifest, sums)
        return (manifest, photos.damaged.count)
    }

    private func copyDatabases(to draft: String) throws -> [String: DatabaseFigures] {
        // Auth last: it then knows all accounts, and deletions, that the others know of.
        let files = try ServerName.allCases.reversed().compactMap {
            service -> (ServerName, SQLiteFile)? in
            let path = data.database(of: service)
            if isFile(path), !isMoved(service) { return (service, try SQLiteFile(path)) }
            let reason =
                isFile(path) ? "its tables are in PostgreSQL: use pg_dump" : "there is no such file"
            warn("\(path): \(reason). \(service.title) is left out.")
            return nil
        }
        if files.isEmpty { throw Failure(.notFound, "There is no database that you may read.") }
        if try !SQLiteFile.beginTogether(files.map { $0.1 }) {
            warn("The machine is busy: the databases are of moments that are not quite the same.")
        }
        var figures: [String: DatabaseFigures] = [:]
        for (service, file) in files {
            let copy = try SQLiteFile("\(draft)/\(service.database)", isNew: true)
            try file.copy(to: copy) {
                Output.plain.show(progress: "\(service.title): \($0) %")
            }
            // A service keeps its journal as long as somebody reads what was before it.
            try file.execute("COMMIT")
            if service == .auth { try copy.execute("UPDATE epoch SET isBackup = TRUE") }
            figures[service.rawValue] = try DatabaseFigures(of: service, in: copy)
            // After a read, by which SQLite sees that the copy has a write-ahead log as well. One
            // file is easier to look after.
            try copy.execute("PRAGMA journal_mode = DELETE")
        }
        return figures
    }

    private func warn(_ text: String) {
        Output.standardError.write("\(text.visible)\n")
    }
}
