import ArgumentParser

struct BackupList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the backups in a directory.",
        discussion: "JSON, for a backup: the content of its manifest.json.")

    @Argument(help: "The directory.")
    var dir: String

    @Flag(help: "Print JSON, one object a line.")
    var json = false

    func run() throws {
        let backups = try Backup.all(in: dir.withoutLastSlash)
        if json {
            for backup in backups { try Output.plain.write(backup.manifest().encoded()) }
            return
        }
        let rows = backups.map { backup in
            guard let manifest = try? backup.manifest() else {
                return [String(backup.name), "damaged"]
            }
            return [
                String(backup.name), manifest.bytes.sizeText,
                manifest[.auth].map { "\($0.users)" } ?? "", "\(manifest.photos)", manifest.version,
            ]
        }
        let table = TextTable(rows: [["MOMENT", "SIZE", "ACCOUNTS", "PHOTOS", "VERSION"]] + rows)
        for line in table.lines(limit: 80) { try Output.plain.write(line: line) }
    }
}
