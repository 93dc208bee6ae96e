import ArgumentParser
import Glibc
import RollcallBasics
import Storage

struct Migrate<Tables: MovableTables, Companion: MovedCompanion>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "\(Tables.program) migrate",
            abstract: "Move the tables from a file to PostgreSQL, while the service does not run.",
            discussion: """
                Nobody is signed out, and nothing is lost: all rows are read back and compared. A move \
                that was interrupted continues when the command is run again. Until it has ended, the \
                service refuses to start with the database; afterwards, with the file.

                The file stays as it is. To go back to it, before anything was started with the \
                database, remove the file that has .moved behind its name.

                With --rehearse nothing is moved, and the service may run: a copy of the file is \
                brought up to date, as this program would bring the file at its start.
                """)
    }

    @Option(help: ArgumentHelp("The file with the tables.", valueName: "file"))
    var from: String

    @Option(
        help: ArgumentHelp(
            "A new, empty database, as postgresql://USER@HOST/DATABASE. Any keyword of libpq may "
                + "follow, such as ?passfile=FILE for the password.",
            valueName: "url"))
    var to: String?

    @ArgumentParser.Flag(help: "Try on a copy of the file what an upgrade to this program does.")
    var rehearse = false

    @OptionGroup var companion: Companion

    func validate() throws {
        guard let to else {
            if rehearse { return }
            throw ValidationError("give --to, or --rehearse")
        }
        guard try !rehearse && StoreOptions.location(to, option: "--to").isServer else {
            throw ValidationError("--to is a postgresql:// URL, and goes without --rehearse")
        }
    }

    func run() async throws {
        try await DaemonProcess.reportingFailure(of: Tables.program) {
            try checkOwner(of: from, program: Tables.program)
            guard let to, case .postgresql(let url) = try StoreLocation(argument: to) else {
                return try rehearseStart()
            }
            let progress = ProgressLine()
            let move = StoreMove(of: from, Tables.schema, to: url)
            if !move.isMarked { try await companion.move(with: from, progress: progress) }
            let count = try move.run { progress.show("\($0): \($1) rows") }
            print(
                """
                \(count.map { "\($0) rows were moved and compared." } ?? "All rows were moved before.")
                Start \(Tables.program) with --store and this database from now on, and with the
                key file of before, if it has one. It does not start with
                \(from) any more.
                """)
        }
    }

    private func rehearseStart() throws {
        var status = stat()
        stat(from, &status)
        // The copy, and what the steps add to it; the service that runs needs some, too.
        let room = 2 * UInt64(status.st_size) + 64 << 20
        guard let free = DiskSpace(at: directory(of: from))?.free, free >= room else {
            throw Failure(
                "a copy beside \(from) needs \(room >> 20) MiB that are free there", EX_TEMPFAIL)
        }
        let start = try MigrationRehearsal(of: from, Tables.schema)
        print(
            """
            \(from) has version \(start.before) of the tables; at its
            start this program \(start.before == start.after ? "uses them as they are" : "makes version \(start.after) of them"). On a copy
            the steps took \(start.duration.wholeMilliseconds) ms, and the copy is sound. Nothing was changed.
            """)
    }
}
