import ArgumentParser
import RollcallAPI

struct AdminDeliveryRetry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Try a delivery again at once.",
        discussion: #"JSON: {"delivery_id":1,"retried":true}"#)

    @Argument(help: "The delivery, as the list has it.")
    var id: Int64

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run { session in
            _ = try await about("\(id)") {
                try await session.auth.retryDelivery(
                    RetryDeliveryRequest(deliveryID: id), options: AdminSession.options)
            }
            try session.output.say(
                .object(["delivery_id": .number(id), "retried": .bool(true)]),
                text: "The delivery is being tried again.")
        }
    }
}
