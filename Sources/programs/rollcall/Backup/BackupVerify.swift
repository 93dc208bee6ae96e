import ArgumentParser

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
        let backup = try Backup(at: path)
        try backup.verify()
        try Output.plain.write(line: "\(backup.path) is sound: \(try backup.manifest().text)")
    }
}

extension Backup {
    /// - Throws: `Failure` (`conflict`) with each fault in a line.
    func verify() throws {
        var faults: [String] = []
        do {
            faults = try self.faults()
        } catch let failure as Failure {
            faults = [failure.message]
        }
        guard !faults.isEmpty else { return }
        throw Failure(.conflict, (faults + ["\(path) is damaged."]).joined(separator: "\n"))
    }

    private func faults() throws -> [String] {
        let (sums, manifest) = (try sums(), try manifest())
        var faults: [String] = []
        for (path, digest) in sums.sorted(by: { $0.key < $1.key }) {
            do {
                guard try readFile("\(self.path)/\(path)") != digest else { continue }
                faults.append("\(self.path)/\(path): its SHA-256 is another.")
            } catch let failure as Failure {
                faults.append(failure.message)
            }
        }
        let unknown = try names(in: path, isDeep: true).filter {
            sums[$0] == nil && $0 != Self.sumsName && !isDirectory("\(path)/\($0)")
        }
        faults += unknown.map { "\(path)/\($0): the backup has no such file." }
        if sums.count != 1 + manifest.services.count + manifest.photos {
            faults.append("\(path)/\(Self.sumsName): lines are missing.")
        }
        guard faults.isEmpty else { return faults }
        return try ServerName.allCases.flatMap { service in
            try manifest[service].map { try self.faults(of: service, $0) } ?? []
        }
    }

    /// What SQLite says of a database.
    private func faults(of service: ServerName, _ figures: DatabaseFigures) throws -> [String] {
        let path = "\(path)/\(service.database)"
        let file = try SQLiteFile(path)
        // Read as memory, not page by page: as the SHA-256 fits, it can be read.
        try file.execute("PRAGMA mmap_size = 0x7fff0000")
        // Not integrity_check, which looks each row up in each index, and takes five times as long.
        var faults = try file.texts("PRAGMA quick_check(10)").filter { $0 != "ok" }
        faults += try file.texts("SELECT DISTINCT \"table\" FROM pragma_foreign_key_check")
            .prefix(10).map { "a row of \($0) refers to one that is missing" }
        if try file.number("PRAGMA application_id") != service.applicationID {
            faults.append("the database is another program's")
        }
        if try file.number("PRAGMA user_version") != figures.schema {
            faults.append("the schema is another than the manifest says")
        }
        return faults.map { "\(path): \($0)." }
    }
}
