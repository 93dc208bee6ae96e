import ArgumentParser
import Glibc

struct BackupRestore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a backup in the place of the services' files.",
        discussion: """
            The services must be stopped. The backup is verified first. The present files are \
            moved to before-restore-MOMENT in the data directory. If this is interrupted, run it \
            again: the service does not start until then. When Auth starts, all sessions end.
            """)

    @Argument(help: "The backup, or a directory with backups for the latest one.")
    var path: String

    @Option(help: "auth, profile or presence; may be repeated. By default, all in the backup.")
    var only: [ServerName] = []

    @OptionGroup var data: DataDirectories
    @OptionGroup var confirmation: Confirmation

    func run() throws {
        umask(0o077)
        let backup = try Backup(at: path)
        let manifest = try backup.manifest()
        let places = try ServerName.allCases.filter {
            only.isEmpty ? manifest[$0] != nil : only.contains($0)
        }.map { service in
            guard manifest[service] != nil else {
                throw Failure(.notFound, "\(backup.path) has nothing of \(service.title).")
            }
            return try ServiceRestore(of: service, in: data[service])
        }
        let damaged = try backup.verify(places.map(\.service), mayLackPhotos: true)
        for fault in damaged.values.sorted() {
            Output.standardError.write("\(fault.visible) The photo is left out.\n")
        }
        var question = ""
        for place in places {
            question +=
                "\(place.service.title) now: \(place.presentText)\n"
                + "In the backup: \(manifest[place.service]?.text ?? "")\n"
        }
        try confirmation.ask("\(question)Restore \(backup.path), and lose what is newer?")
        let sums = try backup.sums().filter { damaged[$0.key] == nil }
        // They may be what fills the disk.
        defer { for place in places { try? place.removeDraft() } }
        // All are there before the first is exchanged: a disk may be too small.
        for place in places { try place.prepare(from: backup, sums) }
        for place in places {
            let kept = try place.exchange()
            try Output.plain.write(
                line: "\(place.service.title) is restored. The files from before: \(kept)")
        }
        for file in places.compactMap({ data.keyFile(of: $0.service) }) where !exists(file) {
            try Output.plain.write(line: "\(file) is missing: put your copy of it there.")
        }
        let programs = places.map(\.service.program).joined(separator: " ")
        try Output.plain.write(
            line: "Next: systemctl start \(programs)\nThen: rollcall admin check --operator")
    }
}
