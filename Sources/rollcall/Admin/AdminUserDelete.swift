import ArgumentParser
import RollcallAPI

struct AdminUserDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an account, for good.",
        discussion: """
            Its sessions end at once; its profile, photo and presence go with it. The receipt says \
            later how far that has come: rollcall account receipt RECEIPT.

            JSON: {"deleted":true,"receipt"}
            """)

    @OptionGroup var user: UserArgument
    @OptionGroup var confirmation: Confirmation

    func run() async throws {
        try await user.admin.run { session in
            try confirmation.ask("Delete the account \(user.key.text), for good?")
            let request = DeleteUserRequest(userID: try await session.userID(user.key))
            let response = try await session.auth.deleteUser(
                request, options: AdminSession.options)
            try session.output.say(
                .object(["deleted": .bool(true), "receipt": .string(response.receipt)]),
                text: "The account is deleted. The receipt: \(response.receipt)")
        }
    }
}
