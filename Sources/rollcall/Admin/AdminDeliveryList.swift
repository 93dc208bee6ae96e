import ArgumentParser
import RollcallAPI

struct AdminDeliveryList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List what waits, the oldest first.")

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run { session in
            try await session.sayPages(
                header: ["DELIVERY", "KIND", "REFUSED", "USER"], row: \.row,
                json: \Delivery.adminJSON
            ) { token in
                let page = try await session.auth.listDeliveries(
                    ListDeliveriesRequest(pageSize: 500, pageToken: token),
                    options: AdminSession.options)
                return (page.deliveries, page.nextPageToken)
            }
        }
    }
}

extension Delivery {
    var adminJSON: JSON {
        .object([
            "delivery_id": .number(deliveryID), "kind": .string(kind),
            "user_id": .string(userID), "refusals": .number(Int64(refusals)),
        ])
    }

    var row: [String] { ["\(deliveryID)", kind, "\(refusals)", userID] }
}
