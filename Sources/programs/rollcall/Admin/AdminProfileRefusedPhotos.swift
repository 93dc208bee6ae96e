import ArgumentParser
import RollcallAPI

struct AdminProfileRefusedPhotos: ProfileAdminAction, AdminList {
    static let name = "refused-photos"
    static let abstract = "List the photos whose upload is refused."
    static let discussion = """
        A photo is known by its bytes without metadata: the same picture in another file is \
        another photo.

        JSON, for each: {"photo_id","reason","refused_at_ms"}
        """

    func page(_ token: String, _ session: AdminSession) async throws -> ([RefusedPhoto], String) {
        let page = try await session.profile.listRefusedPhotos(
            ListRefusedPhotosRequest(afterPhotoID: token))
        return (page.photos, page.hasMore ? page.photos.last?.photoID ?? "" : "")
    }
}

struct AdminProfileAllowPhoto: ProfileAdminAction {
    static let name = "allow-photo"
    static let abstract = "Accept a refused photo again."
    static let discussion = #"JSON: {"photo_id"}"#

    @Argument(help: ArgumentHelp("The photo, as refused-photos lists it.", valueName: "photo-id"))
    var photoID: String

    var subject: String? { photoID }

    func run(_ session: AdminSession) async throws {
        _ = try await session.profile.allowPhoto(AllowPhotoRequest(photoID: photoID))
        try session.output.say(["photo_id": photoID], text: "Users may upload the photo again.")
    }
}

extension RefusedPhoto: Listed {
    static var header: [String] { ["PHOTO", "SINCE", "REASON"] }
    static var flexible: [Int] { [2] }
    package var json: JSON { json() }
    var row: [String] { [photoID, refusedAtMs.timeText, reason] }
}
