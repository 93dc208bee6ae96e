import ArgumentParser

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up the services' files on this machine, and restore them.",
        discussion: """
            For root, on the machine of the services. A backup is a directory that is named by its \
            moment, in UTC: the SQLite databases, the photos, manifest.json, and SHA256SUMS, which \
            sha256sum reads. The key files (secret.key) are not in it. PostgreSQL databases and \
            photos in a bucket need backups of their own.
            """,
        subcommands: [
            BackupCreate.self, BackupList.self, BackupVerify.self, BackupRestore.self,
        ])
}
