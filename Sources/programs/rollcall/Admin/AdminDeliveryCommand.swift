import ArgumentParser
import RollcallAPI

struct AdminDeliveryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delivery",
        abstract: "Messages that other services have still to receive.",
        discussion: #"JSON, for a delivery: {"delivery_id","kind","refusals","user_id"}"#,
        subcommands: [AdminDeliveryList.command, AdminDeliveryRetry.command])
}

struct AdminDeliveryList: AdminList {
    static let name = "list"
    static let abstract = "List the waiting messages, the oldest first."

    func page(_ token: String, _ session: AdminSession) async throws -> ([Delivery], String) {
        let page = try await session.auth.listDeliveries(
            ListDeliveriesRequest(pageSize: 500, pageToken: token))
        return (page.deliveries, page.nextPageToken)
    }
}

struct AdminDeliveryRetry: AdminAction {
    static let name = "retry"
    static let abstract = "Retry a delivery immediately."
    static let discussion = #"JSON: {"delivery_id":1,"retried":true}"#

    @Argument(help: "The delivery, as the list has it.")
    var id: Int64

    var subject: String? { "\(id)" }

    func run(_ session: AdminSession) async throws {
        _ = try await session.auth.retryDelivery(RetryDeliveryRequest(deliveryID: id))
        try session.output.say(
            ["delivery_id": id, "retried": true], text: "The delivery is being tried again.")
    }
}

extension Delivery: Listed {
    static var header: [String] { ["DELIVERY", "KIND", "REFUSED", "USER"] }
    var row: [String] { ["\(deliveryID)", kind, "\(refusals)", userID] }
    package var json: JSON { json() }
}
