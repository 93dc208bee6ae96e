import ConnectHTTP
import RollcallAPI

/// How far a deletion has come. A receipt is a secret, so it is in no address.
enum ReceiptPage: Page {
    static let path = "/receipt"

    static func show(_ visit: inout Visit) async throws -> Answer {
        let field = visit.html(Field(name: "receipt", value: visit.form["receipt"]))
        return visit.page("receipt.title", visit.form(field, button: "receipt.button"))
    }

    static func submit(_ visit: inout Visit) async throws -> Answer {
        let (service, texts) = (visit.site.accountData, visit.texts)
        let state = try await service.getDeletionReceipt(
            .init(receipt: visit.form["receipt"]), options: visit.options)
        let steps: [HTML] = [
            ("account", state.requestedAtMs), ("profile", state.profileErasedAtMs),
            ("presence", state.presenceErasedAtMs),
        ].map { step, time in
            let done = time > 0 ? texts.time(time) : "\(texts["receipt.waits"])"
            return "<dt>\(texts["receipt.\(step)"])</dt>\n<dd>\(done)</dd>\n"
        }
        let kept: HTML = "<p>\(texts["receipt.kept"])</p>\n"
        return visit.page("receipt.title", "<dl>\n\(steps)</dl>\n\(kept)")
    }
}
