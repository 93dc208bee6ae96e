import ConnectHTTP
import HTTPServing
import HTTPTypes
import RollcallRPC

/// Takes the reader's photo from a form.
enum AccountPhotoPage: Page {
    static let path = "/account/photo"

    /// - Parameter limit: the most bytes of a photo.
    static func form(_ visit: Visit, limit: Int) -> HTML {
        let texts = visit.texts
        var field = Field(name: "photo", type: "file", autocomplete: "")
        (field.hint, field.hintValues) = ("photo.hint", ["size": "\(limit >> 20)"])
        field.attributes = " accept=\"image/*\" data-max=\"\(limit)\""
        return """
            <form method="post" action="\(path)" enctype="multipart/form-data" data-upload>
            \(visit.html(field))<button>\(texts["photo.button"])</button>
            <div data-progress hidden>
            <progress max="1" value="0" aria-label="\(texts["photo.progress"])"></progress>
            <button type="button" data-cancel>\(texts["photo.cancel"])</button>
            </div>
            <p class="state" role="status" data-upload-state data-sending="\(texts["photo.sending"])" \
            data-cancelled="\(texts["photo.cancelled"])" data-failed="\(texts["photo.failed"])" \
            data-large="\(texts["reason.photoTooLarge"])"></p>
            </form>

            """
    }

    static func show(_ visit: inout Visit) async throws -> Answer { visit.goTo(AccountPage.path) }

    /// The file in the form is not read as a whole first.
    static func upload(
        _ visit: inout Visit, _ body: inout IncomingBody,
        _ writer: AnswerWriter
    ) async throws -> Answer {
        guard let photos = visit.site.photos else { return visit.goTo(AccountPage.path) }
        // The token has to last until Profile has the photo of a slow sender.
        let (_, options) = try await visit.signedIn(lasting: .seconds(120))
        let type = visit.head.headerFields[.contentType]
        do {
            _ = try await photos.take(&body, of: type, writer, from: visit.client, options)
            return visit.goTo("\(AccountPage.path)?done=photo")
        } catch let error as RPCError {
            return try await visit.show(AccountPage.self, again: error)
        }
    }
}
