import ArgumentParser

struct AccountDelete: UserAction {
    static let name = "delete"
    static let abstract = "Delete your account, for good."
    static let discussion = """
        Your sessions end at once. Your profile, photo and presence are deleted as well. Your \
        display name is not given out for 30 days. Keep the receipt to read the progress of the \
        deletion later: it is not shown again.

        JSON: {"deleted":true,"receipt"}
        """

    @OptionGroup var proof: ProofOptions
    @OptionGroup var confirmation: Confirmation

    func run(_ command: Command) async throws {
        try confirmation.ask("Delete your account, for good?")
        let receipt = try await proof.proving {
            try await command.rollcall.deleteAccount(proof: $0)
        }
        try command.output.say(
            ["deleted": true, "receipt": receipt],
            text: "Your account is deleted. The receipt: \(receipt)")
    }
}
