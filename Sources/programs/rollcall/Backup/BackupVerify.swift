import ArgumentParser
import RollcallCrypto

struct BackupVerify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Look for faults of a backup.",
        discussion: """
            Each file is compared with its SHA-256, and the databases are checked. Exits with 5 if \
            there is a fault.
            """)

    @Argument(help: "The backup, or a directory with backups for the latest one.")
    var path: String

    func run() throws {
        giveWay()
        let backup = try Backup(at: path)
        try backup.verify()
        try Output.plain.write(line: "\(backup.path) is sound: \(try backup.manifest().text)")
    }
}

extension Backup {
    /// Looks at all that some services have in the backup.
    ///
    /// - Parameter mayLackPhotos: whether the faults of photos are returned, if there is no other.
    /// - Returns: what is wrong with photos, by their paths.
    /// - Throws: `Failure` (`conflict`) with each fault in a line.
    @discardableResult
    func verify(
        _ services: [ServerName] = ServerName.allCases, mayLackPhotos: Bool = false
    ) throws -> [String: String] {
        var (faults, photos): ([String], [String: String]) = ([], [:])
        do {
            try find(&faults, &photos, of: services)
        } catch let failure as Failure {
            faults.append(failure.message)
        }
        if !mayLackPhotos || !faults.isEmpty { faults += photos.values.sorted() }
        guard faults.isEmpty else {
            let lines = faults + ["\(path) is damaged."]
            throw Failure(.conflict, lines.joined(separator: "\n"))
        }
        return photos
    }

    private func find(
        _ faults: inout [String], _ photos: inout [String: String], of services: [ServerName]
    ) throws {
        let (sums, manifest) = (try sums(), try manifest())
        let others = ServerName.allCases.filter { !services.contains($0) }.map(\.database)
        defer { Output.plain.show(progress: "") }
        for (number, (path, digest)) in sums.sorted(by: { $0.key < $1.key }).enumerated()
        where !others.contains(path) {
            if number % 100 == 0 {
                Output.plain.show(progress: "\(number) of \(sums.count) files are verified")
            }
            let isPhoto = Self.photo(path) != nil
            guard !isPhoto || services.contains(.profile),
                let fault = fault(of: path, digest)
            else { continue }
            if isPhoto { photos[path] = fault } else { faults.append(fault) }
        }
        let unknown = try names(in: path, isDeep: true).filter {
            sums[$0] == nil && $0 != Self.sumsName && !isDirectory("\(path)/\($0)")
        }
        faults += unknown.map { "\(path)/\($0): the backup has no such file." }
        if sums.count - 1 - manifest.services.count != manifest.photos {
            faults.append("\(path)/\(Self.sumsName): lines are missing.")
        }
        guard faults.isEmpty else { return }
        for service in services where manifest[service] != nil {
            faults += try self.faults(of: service)
        }
    }

    private func fault(of path: String, _ digest: SHA256Digest) -> String? {
        do {
            let isSound = try readFile("\(self.path)/\(path)") == digest
            return isSound ? nil : "\(self.path)/\(path): its SHA-256 is another."
        } catch {
            return (error as? Failure)?.message ?? "\(self.path)/\(path): \(error)"
        }
    }

    /// What SQLite says of a database.
    private func faults(of service: ServerName) throws -> [String] {
        let path = "\(path)/\(service.database)"
        let file = try SQLiteFile(path)
        // Read as memory, not page by page: as the SHA-256 fits, it can be read.
        try file.execute("PRAGMA mmap_size = 0x7fff0000")
        // Not integrity_check, which looks each row up in each index, and takes five times as long.
        var faults = try file.texts("PRAGMA quick_check(10)").filter { $0 != "ok" }
        faults += try file.texts("SELECT DISTINCT \"table\" FROM pragma_foreign_key_check")
            .prefix(10).map { "a row of \($0) refers to one that is missing" }
        return faults.map { "\(path): \($0)." }
    }
}
