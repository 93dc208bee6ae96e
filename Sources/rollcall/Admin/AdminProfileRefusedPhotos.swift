import ArgumentParser
import RollcallAPI

struct AdminProfileRefusedPhotos: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refused-photos",
        abstract: "List the photos that are refused when somebody uploads them.",
        discussion: """
            A photo is known by its bytes without their metadata: the same picture, saved anew, is \
            another photo.

            JSON, for each: {"photo_id","reason","refused_at_ms"}
            """)

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run(at: .profile) { session in
            try await session.sayPages(
                header: ["PHOTO", "SINCE", "REASON"], flexible: [2], row: \.row,
                json: \RefusedPhoto.adminJSON
            ) { after in
                let page = try await session.profile.listRefusedPhotos(
                    ListRefusedPhotosRequest(afterPhotoID: after), options: AdminSession.options)
                return (page.photos, page.hasMore ? page.photos.last?.photoID ?? "" : "")
            }
        }
    }
}

struct AdminProfileAllowPhoto: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow-photo", abstract: "Accept a photo again that was refused.",
        discussion: #"JSON: {"photo_id"}"#)

    @Argument(help: ArgumentHelp("The photo, as refused-photos lists it.", valueName: "photo-id"))
    var photoID: String

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run(at: .profile) { session in
            _ = try await about(photoID) {
                try await session.profile.allowPhoto(
                    AllowPhotoRequest(photoID: photoID), options: AdminSession.options)
            }
            try session.output.say(
                .object(["photo_id": .string(photoID)]), text: "Users may upload the photo again.")
        }
    }
}

extension RefusedPhoto {
    var adminJSON: JSON {
        .object([
            "photo_id": .string(photoID), "reason": .string(reason),
            "refused_at_ms": .number(refusedAtMs),
        ])
    }

    var row: [String] { [photoID, refusedAtMs.timeText, reason] }
}
