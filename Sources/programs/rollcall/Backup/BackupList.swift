import ArgumentParser

struct BackupList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the backups in a directory.",
        discussion: """
            JSON, for a backup: the content of its manifest.json; {"damaged":"MOMENT"} if that cannot \
            be read.
            """)

    @Argument(help: "The directory.")
    var dir: String

    @Flag(help: "Print JSON, one object a line.")
    var json = false

    func run() throws {
        let backups = try Backup.all(in: dir.withoutLastSlash)
        if json {
            for backup in backups {
                // The names have no character that JSON would escape.
                let damaged = Array("{\"damaged\":\"\(backup.name)\"}\n".utf8)
                try Output.plain.write((try? backup.manifest().encoded()) ?? damaged)
            }
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
        try Output.plain.write(
            TextTable(rows: [["MOMENT", "SIZE", "ACCOUNTS", "PHOTOS", "VERSION"]] + rows))
    }
}
