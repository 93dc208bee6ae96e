import ArgumentParser
import RollcallAPI

struct AdminProfileScrub: ProfileAdminAction {
    static let name = "scrub"
    static let abstract = "Show the state of the search for damaged photos, or start it."
    static let discussion = """
        Profile reads the files of all photos once in 30 days, and compares their hashes. Damaged \
        files are moved aside. Such a photo is hidden until it is uploaded again or its file is put \
        back.

        JSON: {"began_at_ms","bytes","damaged_files","damaged_photos","files","is_on",\
        "last_file_id","last_pass_ended_at_ms","next_at_ms","trouble"}; files, bytes and damaged_files \
        are of the pass under way, or of the last one.
        """

    @Flag(
        help:
            "Start a pass now, or continue a stopped one, and look for files that were put back."
    )
    var start = false

    @Flag(
        help: ArgumentHelp(
            "Have that pass mark whatever is damaged or missing, however many files that are. Say it only "
                + "when the store is the right one, and the files are lost."))
    var acceptDamage = false

    func validate() throws {
        guard start || !acceptDamage else {
            throw ValidationError("--accept-damage goes with --start")
        }
    }

    func run(_ session: AdminSession) async throws {
        if start {
            _ = try await session.profile.startPhotoScrub(
                StartPhotoScrubRequest(acceptDamage: acceptDamage))
        }
        let scrub = try await session.profile.getPhotoScrub(GetPhotoScrubRequest())
        try session.output.say(scrub.json, text: scrub.text)
    }
}

struct AdminProfileDamagedPhotos: ProfileAdminAction, AdminList {
    static let name = "damaged-photos"
    static let abstract =
        "List the photos whose files are damaged or missing, with users who have them."
    static let discussion = """
        Up to 20 users are listed of each. JSON, for each photo: \
        {"found_at_ms","photo_id","profile_count","user_ids"}
        """

    func page(_ token: String, _ session: AdminSession) async throws -> ([DamagedPhoto], String) {
        let page = try await session.profile.listDamagedPhotos(
            ListDamagedPhotosRequest(afterPhotoID: token))
        return (page.photos, page.hasMore ? page.photos.last?.photoID ?? "" : "")
    }
}

extension GetPhotoScrubResponse {
    var json: JSON {
        json(optional: [
            "last_pass_ended_at_ms", "began_at_ms", "last_file_id", "next_at_ms", "trouble",
        ])
    }

    var text: String {
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

extension DamagedPhoto: Listed {
    static var header: [String] { ["PHOTO", "FOUND", "PROFILES", "USERS"] }
    static var flexible: [Int] { [3] }
    package var json: JSON { json() }

    var row: [String] {
        [photoID, foundAtMs.timeText, "\(profileCount)", userIDs.joined(separator: " ")]
    }
}
