import ArgumentParser
import RollcallAPI

struct AdminPhotosCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photos", abstract: "Check the files of photos.",
        subcommands: [AdminPhotosCheck.command])
}

struct AdminPhotosCheck: AdminAction {
    static let service = ServerName.profile
    static let name = "check"
    static let abstract = "Find photos with damaged or missing files, and files without a photo."
    static let discussion = """
        Reads the files of all photos and their sizes, and compares their hashes. A check changes \
        nothing without --mend. With it, photos whose files are missing are removed from their \
        profiles, and so are files that belong to no profile and no report. A damaged photo stays, as \
        a good copy of its file may be put back. --mend asks before it begins; in a script, use --yes.

        The exit status is 5 when a fault is not mended.

        JSON, for a fault: {"is_mended","kind","photo_id","profile_count","user_ids"}, with up to 20 \
        users; at last {"bytes":1,"checked_parts":256,"files":1}.
        """

    @Flag(help: "Mend the faults. What is removed is gone for good.")
    var mend = false

    @Flag(help: "Mend also if a tenth of the files is missing or belongs to no photo.")
    var acceptLoss = false

    @Option(
        help: ArgumentHelp(
            "How many bytes are read per second: 65536 to 1073741824; 4194304 by default.",
            valueName: "bytes"))
    var rate: UInt64 = 0

    @Option(
        help: ArgumentHelp(
            "Continue an interrupted check, which has said this number.", valueName: "count"))
    var checkedParts: UInt32 = 0

    @OptionGroup var confirmation: Confirmation

    func run(_ session: AdminSession) async throws {
        if mend {
            try confirmation.ask(
                "Mend the photos? If many files are missing, the directory or the bucket may be wrong."
            )
        }
        var progress = PhotoCheckProgress(checkedParts: checkedParts)
        var unmended = 0
        do {
            // However long it takes: a full check of many photos takes days.
            let parts = try await session.profile.checkPhotos(
                CheckPhotosRequest(
                    bytesPerSecond: rate, mend: mend, checkedParts: checkedParts,
                    acceptLoss: acceptLoss))
            while let part = try await parts.next()?.part {
                switch part {
                case .fault(let fault):
                    if !fault.isMended { unmended += 1 }
                    try session.output.say(fault.json(), text: fault.text)
                case .progress(let now): progress = now
                }
            }
        } catch {
            var failure = Failure(error)
            failure.message += "\nTo continue: add --checked-parts \(progress.checkedParts)"
            throw progress.checkedParts > 0 ? failure : error
        }
        try session.output.say(
            progress.json(), text: "Read \(progress.files) files, \(progress.bytes) bytes.")
        guard unmended == 0 else {
            throw Failure(
                status: .conflict, code: "FAILED_PRECONDITION",
                message: "\(unmended) faults are not mended: see rollcall admin photos check --help"
            )
        }
    }
}

extension PhotoFault {
    fileprivate var text: String {
        let outcome = isMended ? "mended" : "open  "
        let names = userIDs.joined(separator: " ")
        let users = profileCount == 0 ? "" : ", of \(profileCount) users: \(names)"
        return "\(outcome)  \(photoID)  \(kind.word(joinedBy: " "))\(users)"
    }
}
