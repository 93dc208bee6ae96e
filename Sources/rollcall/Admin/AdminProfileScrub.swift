import ArgumentParser
import RollcallAPI

struct AdminProfileScrub: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scrub",
        abstract: "Show how the search for damaged photos stands, or start it.",
        discussion: """
            Profile reads the files of all photos through once in 30 days, and compares their hashes. \
            Damaged ones are moved aside; nobody sees such a photo until it is uploaded again or its file \
            is put back.

            JSON: {"began_at_ms","bytes","damaged_files","damaged_photos","files","is_on",\
            "last_file_id","last_pass_ended_at_ms","next_at_ms","trouble"}; files, bytes and damaged_files \
            are of the pass under way, or else of the last one.
            """)

    @Flag(
        help:
            "Begin a pass now, or go on with one that has stopped, and look for files that were put back."
    )
    var start = false

    @Flag(
        help: ArgumentHelp(
            "Have that pass mark whatever is damaged or missing, however many files that are. Say it only "
                + "when the store is the right one, and the files are lost."))
    var acceptDamage = false

    @OptionGroup var admin: AdminOptions

    func validate() throws {
        guard start || !acceptDamage else {
            throw ValidationError("--accept-damage goes with --start")
        }
    }

    func run() async throws {
        try await admin.run(at: .profile) { session in
            if start {
                _ = try await session.profile.startPhotoScrub(
                    StartPhotoScrubRequest(acceptDamage: acceptDamage),
                    options: AdminSession.options)
            }
            let scrub = try await session.profile.getPhotoScrub(
                GetPhotoScrubRequest(), options: AdminSession.options)
            try session.output.say(scrub.adminJSON, text: scrub.adminText)
        }
    }
}

struct AdminProfileDamagedPhotos: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "damaged-photos",
        abstract: "List the photos whose files are damaged or missing, with users who have them.",
        discussion: """
            Up to 20 users are listed of each. JSON, for each photo: \
            {"found_at_ms","photo_id","profile_count","user_ids"}
            """)

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run(at: .profile) { session in
            try await session.sayPages(
                header: ["PHOTO", "FOUND", "PROFILES", "USERS"], flexible: [3], row: \.row,
                json: \DamagedPhoto.adminJSON
            ) { after in
                let page = try await session.profile.listDamagedPhotos(
                    ListDamagedPhotosRequest(afterPhotoID: after), options: AdminSession.options)
                return (page.photos, page.hasMore ? page.photos.last?.photoID ?? "" : "")
            }
        }
    }
}

extension GetPhotoScrubResponse {
    var adminJSON: JSON {
        .object([
            "is_on": .bool(isOn),
            "last_pass_ended_at_ms": lastPassEndedAtMs == 0 ? .null : .number(lastPassEndedAtMs),
            "began_at_ms": beganAtMs == 0 ? .null : .number(beganAtMs),
            "last_file_id": .optional(lastFileID),
            "files": .number(Int64(clamping: files)), "bytes": .number(Int64(clamping: bytes)),
            "damaged_files": .number(Int64(clamping: damagedFiles)),
            "damaged_photos": .number(Int64(clamping: damagedPhotos)),
            "next_at_ms": nextAtMs == 0 ? .null : .number(nextAtMs),
            "trouble": .optional(trouble),
        ])
    }

    var adminText: String {
        var lines = [
            lastPassEndedAtMs == 0
                ? "No whole pass yet."
                : "The last whole pass ended at \(lastPassEndedAtMs.timeText)."
        ]
        if !isOn { lines.append("The search is off: rollcall-profile runs with --scrub-rate 0.") }
        let read = "\(files) files read, \(bytes) bytes; \(damagedFiles) damaged or missing."
        if beganAtMs == 0 {
            if lastPassEndedAtMs != 0 { lines.append("It has \(read)") }
            if nextAtMs != 0 { lines.append("The next one begins at \(nextAtMs.timeText).") }
        } else {
            lines.append(
                "The pass under way began at \(beganAtMs.timeText) and is at \(percent) %: \(read)")
        }
        if !trouble.isEmpty { lines.append("It has stopped: \(trouble).") }
        lines.append("Photos marked as damaged: \(damagedPhotos).")
        return lines.joined(separator: "\n")
    }

    /// How much of the pass is done: ids are spread evenly.
    private var percent: Int {
        (Int(lastFileID.prefix(4), radix: 16) ?? 0) * 100 / 0x1_0000
    }
}

extension DamagedPhoto {
    var adminJSON: JSON {
        .object([
            "photo_id": .string(photoID), "found_at_ms": .number(foundAtMs),
            "user_ids": .array(userIDs.map { .string($0) }),
            "profile_count": .number(Int64(profileCount)),
        ])
    }

    var row: [String] {
        [photoID, foundAtMs.timeText, "\(profileCount)", userIDs.joined(separator: " ")]
    }
}
