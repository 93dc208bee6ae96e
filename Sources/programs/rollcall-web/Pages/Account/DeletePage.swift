import ConnectHTTP
import RollcallAPI
import RollcallRPC

/// Deletes the account, and shows the receipt.
enum DeletePage: ProvenPage {
    static let key = "delete"

    static func act(
        _ visit: inout Visit, _ proof: Reauthentication, _ options: CallOptions
    ) async throws -> Answer {
        let service = visit.site.accountData
        let receipt = try await service.deleteAccount(.init(proof: proof), options: options).receipt
        visit.forgetSession()
        visit.set(.device, "")
        let progress = visit.form(
            visit.hidden("receipt", receipt), button: "receipt.button", to: ReceiptPage.path)
        let hint = visit.texts["delete.receipt"]
        return visit.page(
            "delete.done", "<p>\(hint)</p>\n<p><code>\(receipt)</code></p>\n\(progress)")
    }
}
